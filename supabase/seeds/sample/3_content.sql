-- What the sample shop says about itself and its makers, in addition to the texts of every new shop.

insert into public.contact_info (phone, whatsapp, email, address, hours) values
  ('+92 42 3571 2244', '+92 300 8123456', 'hello@chambeli.example', '12-B Gulberg III, Lahore, Pakistan', 'Monday to Saturday, 10 am to 7 pm');
insert into public.social_media (platform, url) values
  ('discord', 'https://discord.com/invite/chambeli'), ('instagram', 'https://www.instagram.com/chambeli'),
  ('twitter', 'https://twitter.com/chambeli');

insert into public.page_content (slug, is_published, title, meta_description, last_updated, content) values
('product-assurance', true, 'Before you buy', null, now() - interval '30 days',
 '<ul><li>{delivery_price} delivery, Standard Method</li><li>Cash on Delivery or PayFast</li></ul>'),
('about', true, 'About us', 'Who makes Chambeli and why.', now() - interval '60 days',
 '<p>Chambeli began with one complaint: good underwear in Pakistan was either far away or far too dear. We started with twelve cuts, tested them on friends, aunts and neighbours, and kept the ones nobody took off early.</p>
<h2>What we make</h2><p>Bras, nightwear, camisoles and panties in cloth that survives our summers and our washing machines. Every colour is dyed to match the picture you see.</p>
<h2>How we sell</h2><p>In rupees, with one delivery fee for the whole country, and with cash on delivery for everybody who would rather see first.</p>'),
('features', true, 'What goes into it', 'Materials, sizes, dyes and hands.', now() - interval '60 days',
 '<h2>Premium materials</h2><p>Combed cotton, washed satin and a jasmine lace knitted for us. Each is worn and washed thirty times before it goes on sale.</p>
<h2>Inclusive sizing</h2><p>Bands from 32 to 38, cups from B to D and garments from S to XXL, with one size guide that means the same in every style.</p>
<h2>Eco-friendly practices</h2><p>Offcuts become straps, dyes are fixed in a closed bath, and parcels are paper.</p>
<h2>Craftsmanship</h2><p>Flat seams, turned edges and bows that are sewn, not glued.</p>'),
('works', true, 'Works', 'Collections and collaborations.', now() - interval '60 days', '<p>Collections we are proud of.</p>'),
('career', true, 'Careers', 'Work with us in Lahore and Karachi.', now() - interval '20 days',
 '<h2>Culture</h2><p>Small teams, short meetings, tea at four. The people who cut also answer letters.</p>
<h2>Benefits</h2><p>Health cover for the family, a crèche at the Lahore workshop, and two paid days a year to learn something new.</p>')
on conflict (slug) do update set title = excluded.title, meta_description = excluded.meta_description,
  last_updated = excluded.last_updated, content = excluded.content;

-- The sample shop takes card payments by PayFast's stand-in.
insert into public.faq_items (category_id, question, answer, display_order)
select c.id, question, answer, place
from public.faq_categories c, (values
  ('Can I pay by card?', 'Yes, on PayFast''s page.', 11),
  ('My payment failed.', 'Nothing was charged. Open the order and choose Re Pay.', 12),
  ('Is my card safe?', 'You type it on the provider''s page; it never reaches us.', 13)) as f (question, answer, place)
where c.slug = 'payments';

insert into public.company_works (title, category, year, description, image_url, display_order, is_featured) values
  ('Jasmine, the first lace', 'Collections', 2024, 'Five petals, drawn by hand and knitted on one machine in Faisalabad.', '/pictures/lace-balconette-bra-white-detail.webp', 1, true),
  ('Satin for winter', 'Collections', 2025, 'A heavier satin for the months with fog.', '/pictures/piped-satin-pyjama-set-navy-blue-front.webp', 2, true),
  ('The wedding trunk', 'Collaborations', 2025, 'Robes and gowns packed with a Lahore trunk maker.', '/pictures/bridal-robe-white-front.webp', 3, false),
  ('Paper parcels', 'Workshop', 2026, 'How a parcel lost its plastic.', null, 4, false);

insert into public.career_positions (title, department, location, type, description, responsibilities, requirements) values
  ('Pattern cutter', 'Workshop', 'Lahore', 'Full-time', 'Turn sketches into cuts that fit twelve bodies.',
   array['Draft and grade patterns', 'Fit sessions every week'], array['Five years with stretch fabrics', 'A patient eye']),
  ('Support agent', 'Customers', 'Karachi', 'Part-time', 'Answer chats before the tea is cold.',
   array['Answer chat and mail', 'Tell the workshop what you hear'], array['Clear Urdu and English', 'Evenings, twice a week']),
  ('Web engineer', 'Shop', 'Remote', 'Full-time', 'Keep the shop quick on slow phones.',
   array['Build pages that work without scripts', 'Measure before and after'], array['TypeScript', 'Postgres']);
