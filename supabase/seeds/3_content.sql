-- Pages, questions, works, positions and links, as an operator would have written them.

insert into public.contact_info (phone, email, address) values
  ('+92 42 3571 2244', 'hello@chambeli.example', '12-B Gulberg III, Lahore, Pakistan');
insert into public.social_media (platform, url) values
  ('discord', 'https://discord.com/invite/chambeli'), ('instagram', 'https://www.instagram.com/chambeli'),
  ('twitter', 'https://twitter.com/chambeli');

insert into public.footer_pages (section, title, display_order) values
  ('COMPANY', 'About', 1), ('COMPANY', 'Features', 2), ('COMPANY', 'Works', 3), ('COMPANY', 'Career', 4),
  ('HELP', 'Contact', 1), ('HELP', 'Delivery Details', 2), ('HELP', 'Terms & Conditions', 3), ('HELP', 'Privacy Policy', 4),
  ('FAQ', 'Account', 1), ('FAQ', 'Manage Deliveries', 2), ('FAQ', 'Orders', 3), ('FAQ', 'Payments', 4);

insert into public.page_content (slug, is_published, title, meta_description, last_updated, content) values
('product-assurance', true, 'Before you buy', null, now() - interval '30 days',
 '<ul><li>Rs. 150.00 delivery, Standard Method</li><li>Cash on Delivery or PayFast</li></ul>'),
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
<h2>Benefits</h2><p>Health cover for the family, a crèche at the Lahore workshop, and two paid days a year to learn something new.</p>'),
('delivery-details', true, 'Domestic Shipping', 'How and when your parcel comes.', now() - interval '15 days',
 '<h2>How long it takes, what it costs</h2><table><thead><tr><th scope="col">Way</th><th scope="col">Time</th><th scope="col">Rate</th></tr></thead><tbody><tr><td>Standard</td><td>3-5 business days</td><td>$5.99, free over $50</td></tr><tr><td>Express</td><td>1-2 business days</td><td>$12.99</td></tr><tr><td>Same day, in select cities</td><td>the same day</td><td>$19.99</td></tr></tbody></table>
<h2>Good to know</h2><ul><li>Orders placed after 2 PM are processed the next business day.</li><li>There are no deliveries on public holidays.</li><li>PO boxes are for standard shipping only.</li><li>Please report missing or damaged packages within 48 hours of the expected delivery.</li></ul>'),
('delivery-international', true, 'International Shipping', 'Delivery beyond Pakistan.', now() - interval '15 days',
 '<h2>How long it takes</h2><ul><li>International standard: 7-14 business days</li><li>International express: 3-5 business days</li></ul><p>International rates are calculated at checkout.</p>
<h2>Where we deliver</h2><p>United States, United Kingdom, Canada, Australia, UAE, Saudi Arabia, Singapore, Malaysia and more.</p>'),
('delivery-tracking', true, 'Order Tracking', 'What each step of a parcel means.', now() - interval '15 days',
 '<h2>What each step means</h2><ul><li><strong>Order Placed</strong>: we have your order and have mailed you a confirmation.</li><li><strong>Processing</strong>: it is being picked, checked and packed.</li><li><strong>Shipped</strong>: it has left us; the tracking number is in your order.</li><li><strong>Out for Delivery</strong>: the rider has it and calls before ringing.</li><li><strong>Delivered</strong>: it is at your door.</li></ul>'),
('account', true, 'Creating an Account', 'Creating and keeping an account.', now() - interval '40 days',
 '<h2>Three fields and a code</h2><p>Choose Sign up, give your name, e-mail and a password, and enter the six digits we mail you. The code is good for ten minutes; another comes with one press.</p><p>Google works too: choose Sign in with Google.</p>'),
('account-managing', true, 'Managing Your Account', null, now() - interval '40 days',
 '<h2>Your details</h2><p>My Profile holds your name, phone and picture. Addresses live under their own heading; the primary one is chosen first at checkout.</p>'),
('account-security', true, 'Security', null, now() - interval '40 days',
 '<h2>Keep it yours</h2><p>Use a password that you use nowhere else. If you forget it, we mail a link to set a new one. Under Password and account you can log out every other device.</p>'),
('account-history', true, 'Order History', null, now() - interval '40 days',
 '<h2>Where your orders are</h2><p>Active Orders shows what is on its way, Complete Orders what has arrived. Each order opens with its items, addresses and every step it has taken.</p>'),
('terms-conditions', true, 'Terms & Conditions', 'The terms of every order.', now() - interval '120 days',
 '<h2>Orders</h2><p>An order is accepted when we confirm it by e-mail. Prices are in Pakistani rupees and include taxes.</p>
<h2>Delivery</h2><p>Delivery costs Rs. 150 a parcel. The risk passes to you when the parcel is handed over.</p>
<h2>Returns</h2><p>What arrives damaged or wrong is replaced or paid back.</p>'),
('privacy-policy', true, 'Privacy Policy', 'What we keep and why.', now() - interval '120 days',
 '<h2>What we keep</h2><p>Your name, address, phone and orders: what it takes to bring a parcel to your door.</p>
<h2>What we don''t</h2><p>Card numbers never reach us; they stay with the payment provider. We set no advertising cookies.</p>
<h2>Your say</h2><p>You can read and change your details in My Profile, or delete the account there.</p>');

insert into public.faq_categories (id, title, slug, display_order)
select md5('faq:' || slug)::uuid, title, slug, place
from (values ('Account', 'account', 1), ('Manage Deliveries', 'manage-deliveries', 2), ('Orders', 'orders', 3),
  ('Payments', 'payments', 4)) as c (title, slug, place);

insert into public.faq_items (category_id, question, answer, display_order)
select md5('faq:' || slug)::uuid, question, answer, place
from (values
  ('account', 'How do I create an account?', 'Choose Sign up, fill in three fields and enter the code from the mail.', 1),
  ('account', 'I forgot my password. What now?', 'Choose Forget Password? on the login page and follow the link in the mail.', 2),
  ('account', 'Can I sign in with my phone number?', 'Yes, once the number is on your profile: 03XX XXXXXXX and your password.', 3),
  ('manage-deliveries', 'How long does delivery take?', 'Three to five working days in most cities.', 4),
  ('manage-deliveries', 'Can I change the address of an order?', 'Until it is shipped. Write to us in the chat with the order number.', 5),
  ('manage-deliveries', 'What is on the outside of the parcel?', 'Your name, your address and ours.', 6),
  ('orders', 'Where do I see my orders?', 'Under Active Orders and Complete Orders in your profile.', 7),
  ('orders', 'Can I cancel an order?', 'Until it is shipped. Tell us in the chat.', 8),
  ('orders', 'Something is missing. What do I do?', 'Tell us within 48 hours of the expected delivery.', 9),
  ('payments', 'How can I pay?', 'By card on PayFast''s page or in cash to the rider.', 10),
  ('payments', 'My payment failed.', 'Nothing was charged. Open the order and choose Re Pay.', 11),
  ('payments', 'Is my card safe?', 'You type it on the provider''s page; it never reaches us.', 12)) as f (slug, question, answer, place);

insert into public.company_works (title, category, year, description, image_url, display_order, is_featured) values
  ('Jasmine, the first lace', 'Collections', 2024, 'Five petals, drawn by hand and knitted on one machine in Faisalabad.', '/pictures/lace-bra-pink-detail.webp', 1, true),
  ('Satin for winter', 'Collections', 2025, 'A heavier satin for the months with fog.', '/pictures/pyjama-navy-blue-front.webp', 2, true),
  ('The wedding trunk', 'Collaborations', 2025, 'Robes and gowns packed with a Lahore trunk maker.', '/pictures/robe-maroon-folded.webp', 3, false),
  ('Paper parcels', 'Workshop', 2026, 'How a parcel lost its plastic.', null, 4, false);

insert into public.career_positions (title, department, location, type, description, responsibilities, requirements) values
  ('Pattern cutter', 'Workshop', 'Lahore', 'Full-time', 'Turn sketches into cuts that fit twelve bodies.',
   array['Draft and grade patterns', 'Fit sessions every week'], array['Five years with stretch fabrics', 'A patient eye']),
  ('Support agent', 'Customers', 'Karachi', 'Part-time', 'Answer chats before the tea is cold.',
   array['Answer chat and mail', 'Tell the workshop what you hear'], array['Clear Urdu and English', 'Evenings, twice a week']),
  ('Web engineer', 'Shop', 'Remote', 'Full-time', 'Keep the shop quick on slow phones.',
   array['Build pages that work without scripts', 'Measure before and after'], array['TypeScript', 'Postgres']);
