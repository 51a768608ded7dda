-- What the sample shop says about itself and its makers, in addition to the texts of every new shop.

insert into public.contact_info (phone, whatsapp, email, address, hours) values
  ('+92 42 3571 2244', '+92 300 8123456', 'hello@chambeli.example', '12-B Gulberg III, Lahore, Pakistan', 'Monday to Saturday, 10 am to 7 pm');
insert into public.social_media (platform, url) values
  ('discord', 'https://discord.com/invite/chambeli'), ('instagram', 'https://www.instagram.com/chambeli'),
  ('twitter', 'https://twitter.com/chambeli');

insert into public.page_content (slug, is_published, title, meta_description, last_updated, content) values
('product-assurance', true, 'Before you buy', null, now() - interval '30 days',
 '<ul><li>{delivery_price} delivery, Standard Method</li><li><a href="/faq/payments">Cash on Delivery</a> or PayFast</li><li><a href="/help/delivery-details">Plain parcel</a>: no name, no picture</li></ul>'),
('about', true, 'About us', 'Who makes Chambeli and why.', now() - interval '60 days',
 '<p>Chambeli is jasmine in Urdu: the flower that opens in the evening, when the house is quiet. We make what is worn then, and what is worn under everything else.</p>
<img src="/pictures/banner-cotton.webp" alt="A ribbed camisole, a smooth bra and a cotton brief, laid flat beside jasmine">
<h2>Twelve cuts and some patient aunts</h2><p>It began with one complaint: good underwear in Pakistan was either far away or far too dear. We drew twelve cuts and gave them to friends, aunts and neighbours. What came off early was cut again. What nobody took off became our first collection.</p><p>We still work like that. A new cut is worn and washed thirty times before it goes on sale, through a summer if we can. Some never do.</p>
<img src="/pictures/banner-tape.webp" alt="A lace bralette and a high-waist panty above a dressmaker’s tape">
<h2>A size that means something</h2><p>Most of us wear the wrong band, because nobody ever measured us and nobody wants to be measured in a shop. So the <a href="/size-finder">size finder</a> needs a tape, a closed door and two measurements.</p><p>A size that is nearly gone says how many are left. One that is sold out says so, and we mail you when it is back.</p>
<img src="/pictures/banner-parcel.webp" alt="A plain paper parcel with string and an address label">
<h2>Sold plainly</h2><p>Prices are in rupees. Delivery is {delivery_price} for an order, to every town in Pakistan, and you can pay in cash when the parcel is in your hands.</p><p>The parcel itself is plain: it names neither what is inside nor what kind of shop sent it. {return_policy}</p>'),
('features', true, 'What goes into it', 'Materials, sizes, dyes and hands.', now() - interval '60 days',
 '<p>Four things that we don’t save on, and how you notice each of them.</p>
<img src="/pictures/banner-lace.webp" alt="Two lace bras and a high-waist panty beside jasmine">
<h2>Premium materials</h2><p>Combed cotton for the day, washed satin for the night, and a jasmine lace knitted for us in Faisalabad. Each product names its fabric and how to wash it.</p><p>Everything is worn and washed thirty times before it goes on sale, so the softness that you feel is the one that stays.</p>
<img src="/pictures/banner-tape.webp" alt="A lace bralette and a high-waist panty above a dressmaker’s tape">
<h2>Inclusive sizing</h2><p>Bands from 32 to 38, cups from B to D and garments from S to XXL, with one <a href="/size-guide">size guide</a> that means the same in every style. Between two sizes? Reviews say what runs small, and we answer in the chat.</p>
<img src="/pictures/banner-parcel.webp" alt="A plain paper parcel with string and an address label">
<h2>Eco-friendly practices</h2><p>Offcuts become straps and hair ties, dyes are fixed in a closed bath, and parcels are paper, down to the tape. You can put all of it out with the newspapers.</p>
<img src="/pictures/banner-nightgown.webp" alt="Two satin nightgowns with lace hems, in navy and maroon">
<h2>Craftsmanship</h2><p>Flat seams, turned edges, and bows that are sewn, not glued. Elastic is stitched twice, so that it comes back from the wash as it went in.</p>'),
('works', true, 'Works', 'Collections and collaborations.', now() - interval '60 days',
 '<p>Every collection begins with one thing: a flower, a fabric, a trunk that somebody’s grandmother kept. These are the ones that we would make again.</p>'),
('career', true, 'Careers', 'Work with us in Lahore and Karachi.', now() - interval '20 days',
 '<p>Nineteen people, one workshop, one web shop. If you like things that are made properly and said plainly, you may like it here.</p>
<img src="/pictures/banner-wedding.webp" alt="A bridal robe with lace and two pink lace pieces, laid flat beside jasmine">
<h2>Culture</h2><p>Small teams, short meetings, tea at four. The people who cut also answer letters, so that what a shopper writes on Monday can be in a pattern on Friday. Nobody is called after seven.</p>
<h2>Benefits</h2><ul><li>Health cover for the family</li><li>A crèche at the Lahore workshop</li><li>Two paid days a year to learn something new</li><li>A ride home after dark</li></ul>')
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

insert into public.company_works (title, category, year, description, image_url, link, display_order, is_featured) values
  ('Jasmine, the first lace', 'Collections', 2024, 'Five petals, drawn by hand one evening in Lahore and knitted on one machine in Faisalabad. It is still the lace that we are asked for most.', '/pictures/banner-lace.webp', '/product-listing?search=jasmine', 1, true),
  ('Satin for winter', 'Collections', 2025, 'A heavier satin for the months with fog, brushed inside and cut wide enough for a second layer.', '/pictures/banner-winter.webp', '/product-listing?search=pyjama', 2, true),
  ('The wedding trunk', 'Collaborations', 2025, 'Robes and lace for a bride’s first week, packed with a trunk maker of the walled city.', '/pictures/banner-wedding.webp', '/product-listing?search=bridal', 3, false),
  ('Paper parcels', 'Workshop', 2026, 'How a parcel lost its plastic, and its name.', '/pictures/banner-parcel.webp', '/company/features', 4, false),
  ('The cotton drawer', 'Collections', 2023, 'Ribbed, combed and breathable: what is worn on all the other days.', '/pictures/banner-cotton.webp', '/product-listing?search=cotton', 5, false);

insert into public.career_positions (title, department, location, type, description, responsibilities, requirements) values
  ('Pattern cutter', 'Workshop', 'Lahore', 'Full-time', 'Turn sketches into cuts that fit twelve bodies, and tell us early when a sketch never will.',
   array['Draft and grade patterns', 'Fit sessions every week', 'Look after the blocks of every size'], array['Five years with stretch fabrics', 'A patient eye']),
  ('Support agent', 'Customers', 'Karachi', 'Part-time', 'Answer chats before the tea is cold, and write so that nobody has to ask twice.',
   array['Answer chat and mail', 'Tell the workshop what you hear'], array['Clear Urdu and English', 'Evenings, twice a week']),
  ('Web engineer', 'Shop', 'Remote', 'Full-time', 'Keep the shop quick on slow phones, for people who pay for every megabyte.',
   array['Build pages that work without scripts', 'Measure before and after'], array['TypeScript', 'Postgres']);
