-- The texts of a new shop. They describe the shop as it is built, and promise nothing that only its operators can know: opening hours,
-- or returns beyond damaged and wrong parcels and the setting RETURN_DAYS. Operators edit every row; running this again keeps their edits. The shop fills
-- placeholders such as {delivery_price} from the rules when it shows a text (docs/operations.md), so that texts and the cart
-- show the same figures.

-- A new shop sells in whole rupees. One that has texts already keeps what it chose.
update public.order_rules set has_whole_rupees = true where not exists (select from public.page_content);

-- Synonyms and Urdu words for the search; operators add what people search for.
insert into public.search_synonyms (word, meaning) values
  ('pajama', 'pyjama'), ('nighty', 'nightgown'), ('nightie', 'nightgown'), ('nightdress', 'nightgown'), ('gown', 'nightgown'),
  ('brassiere', 'bra'), ('brazier', 'bra'), ('angiya', 'bra'), ('panty', 'panties'), ('underwear', 'panties'),
  ('undies', 'panties'), ('knicker', 'panties'), ('chaddi', 'panties'), ('cami', 'camisole'), ('singlet', 'camisole'),
  ('shameez', 'camisole'), ('kaala', 'black'), ('kala', 'black'), ('kali', 'black'), ('laal', 'red'), ('lal', 'red'),
  ('safed', 'white'), ('safaid', 'white'), ('gulabi', 'pink'), ('neela', 'blue'), ('neeli', 'blue'), ('peela', 'yellow'),
  ('baingani', 'purple'), ('jamni', 'purple'), ('surmai', 'grey'), ('gray', 'grey'), ('reshmi', 'satin'), ('resham', 'satin'),
  ('sooti', 'cotton'), ('soti', 'cotton'), ('jali', 'lace'), ('brasier', 'bra'), ('brasiere', 'bra'), ('undergarment', 'bra'), ('undergarment', 'panties'),
  ('undergarment', 'camisole'), ('lingerie', 'bra'), ('lingerie', 'panties'), ('lingerie', 'nightwear'), ('lingerie', 'camisole'),
  ('andar', 'bra'), ('andar', 'panties'), ('andar', 'camisole'), ('undershirt', 'camisole'), ('vest', 'camisole'), ('tanktop', 'camisole'),
  ('banyan', 'camisole'), ('baniyan', 'camisole'), ('slip', 'slip nightgown'), ('nightsuit', 'pyjama'), ('sleepsuit', 'pyjama'), ('suit', 'pyjama'),
  ('pjs', 'pyjama'), ('pajamas', 'pyjama'), ('payjama', 'pyjama'), ('loungewear', 'lounge pyjama'), ('sleepwear', 'nightwear'), ('raat', 'nightwear'),
  ('sone', 'nightwear'), ('dress', 'nightgown'), ('bathrobe', 'robe'), ('housecoat', 'robe'), ('dressinggown', 'robe'), ('gown', 'robe'),
  ('tshirt', 'shirt'), ('gym', 'sports'), ('workout', 'sports'), ('khel', 'sports'), ('wired', 'wire'), ('wireless', 'wire'), ('wirefree', 'wire'),
  ('wireless', 'bralette'), ('wired', 'bralette'), ('pushup', 'plunge'), ('padded', 'foam'), ('padded', 'moulded'), ('strapless', 'multiway'),
  ('backless', 'halter'), ('tummycontrol', 'tummy'), ('coverage', 'cover'), ('hipster', 'boyshort'), ('period', 'full cover'),
  ('silk', 'satin'), ('silk', 'silky'), ('skin', 'beige'), ('nude', 'beige'), ('kale', 'black'), ('kaali', 'black'), ('kaale', 'black'),
  ('sufaid', 'white'), ('surkh', 'red'), ('sabz', 'green'), ('hara', 'green'), ('nili', 'blue'), ('peeli', 'yellow'),
  ('dulhan', 'bridal'), ('shadi', 'bridal'), ('shaadi', 'bridal'), ('honeymoon', 'bridal'), ('garmi', 'summer'), ('sardi', 'winter'),
  ('naram', 'soft'), ('small', 's'), ('medium', 'm'), ('large', 'l'), ('extralarge', 'xl'),
  ('برا', 'bra'), ('بریزیئر', 'bra'), ('انگیا', 'bra'), ('پینٹی', 'panties'), ('انڈرویئر', 'panties'), ('شمیز', 'camisole'), ('بنیان', 'camisole'),
  ('نائٹی', 'nightgown'), ('نائٹڈریس', 'nightgown'), ('نائٹسوٹ', 'pyjama'), ('پاجامہ', 'pyjama'), ('گاؤن', 'nightgown'), ('گاؤن', 'robe'), ('رات', 'nightwear'),
  ('زیرجامہ', 'bra'), ('زیرجامہ', 'panties'), ('زیرجامہ', 'camisole'), ('ریشمی', 'satin'), ('سوتی', 'cotton'), ('دلہن', 'bridal'),
  ('کالا', 'black'), ('کالی', 'black'), ('سیاہ', 'black'), ('سفید', 'white'), ('لال', 'red'), ('سرخ', 'red'), ('گلابی', 'pink'), ('نیلا', 'blue'), ('نیلی', 'blue'),
  ('براز', 'bra'), ('پینٹیز', 'panties'), ('چڈی', 'panties'), ('نائٹویئر', 'nightwear'), ('پجامہ', 'pyjama'), ('سلپ', 'slip nightgown'), ('نائٹگاؤن', 'nightgown'),
  ('بریلیٹ', 'bralette'), ('ساٹن', 'satin'), ('ریشم', 'satin'), ('کاٹن', 'cotton'), ('لیس', 'lace'), ('جالی', 'lace'), ('برائیڈل', 'bridal'), ('شادی', 'bridal'),
  ('اسپورٹس', 'sports'), ('سپورٹس', 'sports'), ('پیڈڈ', 'foam'), ('پیڈڈ', 'moulded'), ('پشاپ', 'plunge'), ('نرم', 'soft'), ('گرمیوں', 'summer'),
  ('سردیوں', 'winter'), ('سمال', 's'), ('میڈیم', 'm'), ('لارج', 'l'), ('کالے', 'black'), ('بلیک', 'black'), ('وائٹ', 'white'), ('ریڈ', 'red'), ('پنک', 'pink'),
  ('بلیو', 'blue'), ('نیلے', 'blue'), ('میرون', 'maroon'), ('بیج', 'beige'), ('بادامی', 'beige'), ('سکن', 'beige'), ('جامنی', 'purple'), ('سرمئی', 'grey'), ('سبز', 'green'), ('پیلا', 'yellow'), ('پیلی', 'yellow')
on conflict do nothing;

insert into public.search_answers (word, answer, instead)
select word, format('We don’t sell a %s. These go under one.', shown), 'camisole'
from (values ('kurta', 'kurta'), ('kurti', 'kurti'), ('shalwar', 'shalwar kameez'), ('salwar', 'shalwar kameez (salwar)'), ('kameez', 'kameez'), ('kameeza', 'kameez'),
  ('saree', 'saree'), ('sari', 'sari'), ('lehenga', 'lehenga'), ('کرتا', 'کرتا'), ('کرتی', 'کرتی'), ('شلوار', 'شلوار'), ('قمیض', 'قمیض')) as a (word, shown)
union all values ('thong', 'We don’t sell a thong. These are the ones that show no line.', 'seamless brief')
on conflict do nothing;

-- What shoppers ask of clothes before they buy. Operators add values, such as a model's height with the size that she wears.
insert into public.attributes (code, name, is_filter, display_order) values
  ('model', 'Model', false, 11), ('length', 'Length', false, 12), ('fabric', 'Fabric', false, 13), ('care', 'Care', false, 14)
on conflict do nothing;
insert into public.attribute_values (attribute, code, name, display_order) values
  ('model', '165-s', '165 cm tall, wears S', 1), ('model', '170-m', '170 cm tall, wears M', 2),
  ('length', 'hip', 'To the hip', 1), ('length', 'knee', 'To the knee', 2), ('length', 'ankle', 'To the ankle', 3),
  ('fabric', 'cotton', '100 % cotton', 1), ('fabric', 'satin', '100 % polyester satin', 2), ('fabric', 'modal', '95 % modal, 5 % elastane', 3),
  ('care', 'hand-wash', 'Hand wash', 1), ('care', 'wash-30', 'Wash at 30 °C', 2), ('care', 'no-bleach', 'Do not bleach', 3),
  ('care', 'no-tumble', 'Do not tumble dry', 4), ('care', 'cool-iron', 'Cool iron', 5)
on conflict (attribute, code) do nothing;

insert into public.hero_statistics (stat_key, stat_value, stat_label, display_order) values
  ('high_quality_products', 24, 'Hours a day to order, seven days a week', 1),
  ('happy_customers', 0, 'Rupees to pay before it arrives, with cash on delivery', 2)
on conflict (stat_key) do nothing;

insert into public.banners (kind, title, description, link, button, picture, is_active, display_order)
select kind, title, description, link, button, picture, true, 1
from (values
  ('announcement', '{delivery_price} delivery anywhere in Pakistan. Pay on delivery.', '', null, null, null),
  ('band', 'The size that fits, in two measurements', 'A tape and a minute. In centimetres or inches, with your sister sizes.',
   '/size-finder', 'Find your size', '/pictures/banner-lace.webp')) as b (kind, title, description, link, button, picture)
where not exists (select from public.banners known where known.kind = b.kind);

insert into public.footer_pages (section, title, display_order) values
  ('COMPANY', 'About', 1), ('COMPANY', 'Features', 2), ('COMPANY', 'Works', 3), ('COMPANY', 'Career', 4),
  ('HELP', 'Contact', 1), ('HELP', 'Delivery Details', 2), ('HELP', 'Returns', 3), ('HELP', 'Terms & Conditions', 4), ('HELP', 'Privacy Policy', 5),
  ('FAQ', 'Account', 1), ('FAQ', 'Manage Deliveries', 2), ('FAQ', 'Orders', 3), ('FAQ', 'Payments', 4)
on conflict (section, title) do nothing;

insert into public.page_content (slug, is_published, title, meta_description, content)
select slug, true, title, description, content
from (values
('product-assurance', 'Before you buy', null,
 '<ul><li>{delivery_price} delivery, Standard Method</li><li>Pay by <a href="/faq/payments">Cash on Delivery</a></li><li><a href="/help/delivery-details">Plain parcel</a>: no name, no picture</li></ul>'),
('checkout-assurance', 'Before you pay', null,
 '<p>Packed discreetly: a plain parcel that names neither what is inside nor what kind of shop sent it.</p>'),
('about', 'About us', 'What Chambeli sells, and how.',
 '<p>Chambeli is an online shop for clothing and intimate wear in Pakistan: bras, nightwear, camisoles and panties.</p>
<h2>How we sell</h2><p>Prices are in rupees. Delivery costs {delivery_price} for an order, whatever is in it. You can pay in cash when the parcel is handed to you.</p>
<h2>How to reach us</h2><p>Write in the chat of your profile, or with the contact form. Each order can be asked about by its number.</p>'),
('features', 'Features', 'What the shop does for you.',
 '<h2>Materials and sizes</h2><p>Every product names its sizes and, where we know it, its material. A size that is nearly gone says how many are left, and one that is sold out can''t be ordered.</p>
<h2>One price</h2><p>The price on the product is the price in the cart and in the order. The only thing added to it is delivery: {delivery_price}.</p>
<h2>Opinions of shoppers</h2><p>Reviews are written by shoppers with an account, with pictures if they like. The stars of a product are the average of its reviews.</p>
<h2>Any phone, any line</h2><p>The shop works on old phones and slow connections, and without JavaScript.</p>'),
('works', 'Works', 'Collections and collaborations.',
 '<p>Collections and collaborations will be shown here.</p>'),
('career', 'Careers', 'Working with us.',
 '<h2>Working with us</h2><p>Open positions are listed here as soon as there are any. Each names its department, place and tasks, and you apply by e-mail.</p>'),
('delivery-details', 'Domestic Shipping', 'What delivery costs and how it works.',
 '<h2>What it costs</h2><table><thead><tr><th scope="col">Way</th><th scope="col">Rate</th></tr></thead><tbody><tr><td>Standard Method, anywhere in Pakistan</td><td>{delivery_price} for an order</td></tr></tbody></table>
<h2>How long it takes</h2><p>{delivery_days}. Orders after {order_cut_off} are processed the next business day, and there are no deliveries on public holidays. The cart, the checkout and your order name the days. When your parcel has left us, the order shows its tracking number.</p>
<h2>Good to know</h2><ul><li>The parcel is plain: it names neither what is inside nor what kind of shop sent it.</li><li>The phone number of the order is the one the courier calls.</li><li>With Cash on Delivery you pay when the parcel is handed to you.</li><li>Please report missing or damaged packages within 48 hours of the expected delivery.</li></ul>'),
('delivery-international', 'International Shipping', 'Delivery beyond Pakistan.',
 '<h2>Where we deliver</h2><p>{delivery_abroad}</p>
<h2>Duties and taxes</h2><p>The checkout shows the price of delivery before you order. Duties and taxes of the country it goes to are not included.</p>'),
('delivery-tracking', 'Order Tracking', 'What each step of a parcel means.',
 '<h2>What each step means</h2><ul><li><strong>Order Placed</strong>: we have your order.</li><li><strong>Processing</strong>: it is being picked, checked and packed.</li><li><strong>Shipped</strong>: it has left us; the tracking number is in your order.</li><li><strong>Out for Delivery</strong>: the courier brings it to you today. You see this step on the courier''s own page.</li><li><strong>Delivered</strong>: it has been handed over.</li></ul>'),
('account', 'Creating an Account', 'Creating and keeping an account.',
 '<h2>Three fields and a code</h2><p>Choose <a href="/create-account">Sign up</a>, give your name, e-mail and a password, and enter the six digits we mail you. The code is good for ten minutes, and you can ask for another on the same page.</p>'),
('account-managing', 'Managing Your Account', null,
 '<h2>Your details</h2><p><a href="/profile">My Profile</a> holds your name, phone and picture. <a href="/profile/edit-location">Addresses</a> live under their own heading; the primary one is chosen first at checkout. Once your phone number is saved you can log in with it.</p>
<h2>Leaving</h2><p>You can delete the account under <a href="/profile/account">Password and account</a>. Your orders stay in our books, without your account.</p>'),
('account-security', 'Security', null,
 '<h2>Keep it yours</h2><p>Use a password that you use nowhere else. If you <a href="/forget-password">forget it</a>, we mail a link to set a new one. Setting a new password logs every other device out.</p>'),
('account-history', 'Order History', null,
 '<h2>Where your orders are</h2><p><a href="/profile/active-orders">Active Orders</a> shows what is on its way, <a href="/profile/complete-orders">Complete Orders</a> what has arrived. Each order opens with its items, addresses and every step it has taken.</p>'),
('returns', 'Returns', 'How to send something back or exchange it.',
 '<p>{return_policy}</p>
<h2>How it works</h2><ol><li>Open your order, in My Profile or by the link in its mails, and choose “Send things back” or “Exchange things”. An order without these buttons: please <a href="/contact">write to us</a>.</li><li>We look at it and mail you where to send it, and until when. If we can''t take it back, we mail you why.</li><li>Please send it unworn, with its labels. We mail you when it has arrived.</li><li>We send your money back and mail you, or we send what you chose instead.</li></ol>
<h2>What you get back</h2><p>What you paid for the things that you send back, without the delivery fee. It goes back the way you paid. If you paid in cash, we call you and ask where to send it.</p>
<h2>Something else instead</h2><p>We hold another size or colour for you from the moment you ask, at the price that you paid. Another product costs what it costs today: you pay the rest when it is delivered, or we send it back.</p>
<h2>Damaged or wrong parcels</h2><p>Tell us within 48 hours of the expected delivery if something is missing, damaged or not what you ordered. We replace it or pay it back.</p>'),
('terms-conditions', 'Terms & Conditions', 'The terms of every order.',
 '<h2>Orders</h2><p>You order by pressing Place Order at the end of the checkout. We send a confirmation to the e-mail of the order. If we can''t fulfil an order we cancel it, and you pay nothing.</p>
<h2>Prices</h2><p>Prices are in Pakistani rupees. The sum you see when you place the order, with delivery and any promo code, is the sum you pay.</p>
<h2>Delivery</h2><p>Delivery costs {delivery_price} for an order. The risk passes to you when the parcel is handed over.</p>
<h2>Payment</h2><p>Cash on Delivery is paid to the courier when the parcel is handed over. The checkout shows every way to pay that is open to you.</p>
<h2>Damaged or wrong parcels</h2><p>Tell us within 48 hours of the expected delivery if something is missing, damaged or not what you ordered. We replace it or pay it back.</p>
<h2>Returns</h2><p>{return_policy} <a href="/help/returns">How returns work</a></p>
<h2>Your account</h2><p>Keep your password to yourself, and tell us if you think that somebody else has used your account.</p>
<h2>Cookies</h2><p>The shop works with its own cookies alone, and the <a href="/help/privacy-policy">privacy policy</a> says what each of them holds and how long it stays.</p><details><summary>Every cookie by name</summary><p><small>website_session, addtocartItems, website_prices, website_promo, website_checkout_draft, website_setup_draft, website_orders, website_wishlist, website_size, website_viewed, website_face, website_lite, website_language, website_flash, website_newsletter, website_destination, website_verification, website_recovery, website_deleted_address, website_google_start, website_google, website_known_browser, website_form_client, website_desk, website_desk_door, website_desk_start, website_desk_form</small></p></details>'),
('privacy-policy', 'Privacy Policy', 'What we keep and why.',
 '<h2>What we keep</h2><p>Your name, e-mail, phone, addresses and orders: what it takes to bring a parcel to you. If you give them, your date of birth, city, gender and picture. Your reviews, and what you write to us in the chat or the contact form.</p>
<h2>Who sees it</h2><p>We do, the courier who brings your parcel, and the services that the shop runs on: its hosting, its database and the sender of its mails. Reviews are public, with your name. We sell nothing of it.</p>
<h2>Cookies</h2><p>The shop sets only these cookies, all of them its own; what they hold is encrypted or says nothing about you. There are no cookies for advertising or statistics. On a secure connection most of their names begin with __Host- or __Secure-.</p>
<details><summary>Every cookie by name</summary><table><thead><tr><th scope="col">Cookie</th><th scope="col">Holds</th><th scope="col">Stays</th></tr></thead><tbody>
<tr><td>website_session</td><td>keeps you logged in</td><td>until you close the browser or log out; 30 days with “Keep me signed in”</td></tr>
<tr><td>addtocartItems</td><td>your cart</td><td>until you close the browser</td></tr>
<tr><td>website_prices</td><td>at what prices you put products into your cart, to tell you if one rises</td><td>30 days, or until you log out</td></tr>
<tr><td>website_promo</td><td>your promo code</td><td>until you close the browser or log out</td></tr>
<tr><td>website_checkout_draft</td><td>what you typed at the checkout</td><td>30 minutes</td></tr>
<tr><td>website_setup_draft</td><td>what you typed into the profile set-up before you logged in</td><td>30 minutes</td></tr>
<tr><td>website_orders</td><td>which orders you placed without an account</td><td>30 days</td></tr>
<tr><td>website_wishlist</td><td>your wishlist</td><td>180 days</td></tr>
<tr><td>website_size</td><td>the size that you found or put into the cart</td><td>180 days, until you log out or have it forgotten</td></tr>
<tr><td>website_viewed</td><td>the products you looked at</td><td>90 days</td></tr>
<tr><td>website_face</td><td>your name and picture in the header</td><td>30 days</td></tr>
<tr><td>website_lite</td><td>that you chose the lite version</td><td>a year</td></tr>
<tr><td>website_language</td><td>the language that you chose</td><td>a year</td></tr>
<tr><td>website_flash</td><td>a message for the next page</td><td>a minute</td></tr>
<tr><td>website_newsletter</td><td>the answer to your newsletter form</td><td>a minute</td></tr>
<tr><td>website_destination</td><td>the page to go back to after you log in</td><td>30 minutes</td></tr>
<tr><td>website_verification</td><td>which address you confirm with a code</td><td>an hour</td></tr>
<tr><td>website_recovery</td><td>that you may set a new password</td><td>10 minutes</td></tr>
<tr><td>website_deleted_address</td><td>an address you deleted, to bring it back</td><td>15 minutes</td></tr>
<tr><td>website_google_start</td><td>where to go back to from Google</td><td>10 minutes</td></tr>
<tr><td>website_google</td><td>that the answer of Google is yours</td><td>10 minutes</td></tr>
<tr><td>website_known_browser</td><td>that you logged in here before, so that others can’t lock you out</td><td>a year</td></tr>
<tr><td>website_form_client</td><td>that a form is yours, in browsers that don’t say so themselves</td><td>90 days</td></tr>
<tr><td>website_desk, website_desk_door, website_desk_start, website_desk_form</td><td>for our own staff only</td><td>up to a year</td></tr></tbody></table></details>
<h2>Mails</h2><p>The newsletter goes only to addresses whose owners have confirmed it. Every letter and every mail about a size that is back has a link that ends them, and so has the button of your mail program. We then forget the address.</p>
<h2>Your say</h2><p>You can read and change your details in My Profile, and delete the account under Password and account. Orders stay for our books.</p>')
) as page (slug, title, description, content)
on conflict (slug) do nothing;

insert into public.faq_categories (id, title, slug, display_order)
select md5('faq:' || slug)::uuid, title, slug, place
from (values ('Account', 'account', 1), ('Manage Deliveries', 'manage-deliveries', 2), ('Orders', 'orders', 3),
  ('Payments', 'payments', 4)) as c (title, slug, place)
on conflict do nothing;

insert into public.faq_items (id, category_id, question, answer, display_order)
select md5('faq:' || question)::uuid, c.id, question, answer, place
from (values
  ('account', 'How do I create an account?', 'Choose Sign up, fill in three fields and enter the code from the mail.', 1),
  ('account', 'I forgot my password. What now?', 'Choose Forget Password? on the login page and follow the link in the mail.', 2),
  ('account', 'Can I sign in with my phone number?', 'Yes, once the number is on your profile: 03XX XXXXXXX and your password.', 3),
  ('manage-deliveries', 'How long does delivery take?', '{delivery_days}. Orders after {order_cut_off} are processed the next business day. When the parcel has left us, its order shows the tracking number.', 4),
  ('manage-deliveries', 'How much is delivery?', '{delivery_price} for an order, whatever is in it.', 5),
  ('manage-deliveries', 'Can I change the address of an order?', 'Until it is shipped. Write to us in the chat with the order number.', 6),
  ('orders', 'Where do I see my orders?', 'Under Active Orders and Complete Orders in your profile.', 7),
  ('orders', 'Can I cancel an order?', 'Until it is shipped. Tell us in the chat.', 8),
  ('orders', 'Something is missing. What do I do?', 'Tell us within 48 hours of the expected delivery.', 9),
  ('payments', 'How can I pay?', 'In cash when the parcel is handed to you. The checkout shows every way to pay that is open to you.', 10))
  as f (slug, question, answer, place)
join public.faq_categories c using (slug)
on conflict (id) do nothing;

insert into public.predefined_questions (id, question_text, answer_text, category, display_order)
select md5('question:' || question)::uuid, question, answer, category, place
from (values
  ('How long does delivery take?', '{delivery_days}. Orders after {order_cut_off} are processed the next business day. When the parcel has left us, its order shows the tracking number.', 'Delivery', 1),
  ('How much is delivery?', '{delivery_price} for an order, whatever is in it.', 'Delivery', 2),
  ('Where is my order?', 'Open Active Orders in your profile, or use Order Tracking under Delivery Details.', 'Delivery', 3),
  ('How can I pay?', 'In cash when the parcel is handed to you. The checkout shows every way to pay that is open to you.', 'Payments', 4),
  ('Which size should I take?', 'Each product has a Size Guide. Between two sizes, ask us here.', 'Sizes', 6)) as q (question, answer, category, place)
on conflict (id) do nothing;

-- Public holidays of Pakistan. Those that follow the moon are expected dates; enter the real dates here.
insert into public.holidays (day, name, is_expected) values
  ('2026-02-05', 'Kashmir Day', false), ('2026-03-21', 'Eid al-Fitr', true), ('2026-03-22', 'Eid al-Fitr', true),
  ('2026-03-23', 'Pakistan Day and Eid al-Fitr', false), ('2026-05-01', 'Labour Day', false), ('2026-05-27', 'Eid al-Adha', true),
  ('2026-05-28', 'Eid al-Adha and Youm-e-Takbeer', false), ('2026-05-29', 'Eid al-Adha', true), ('2026-06-25', 'Ashura', true),
  ('2026-06-26', 'Ashura', true), ('2026-08-14', 'Independence Day', false), ('2026-08-26', 'Eid Milad-un-Nabi', true),
  ('2026-11-09', 'Iqbal Day', false), ('2026-12-25', 'Quaid-e-Azam Day', false),
  ('2027-02-05', 'Kashmir Day', false), ('2027-03-10', 'Eid al-Fitr', true), ('2027-03-11', 'Eid al-Fitr', true),
  ('2027-03-12', 'Eid al-Fitr', true), ('2027-03-23', 'Pakistan Day', false), ('2027-05-01', 'Labour Day', false),
  ('2027-05-17', 'Eid al-Adha', true), ('2027-05-18', 'Eid al-Adha', true), ('2027-05-19', 'Eid al-Adha', true),
  ('2027-05-28', 'Youm-e-Takbeer', false), ('2027-06-15', 'Ashura', true), ('2027-06-16', 'Ashura', true),
  ('2027-08-14', 'Independence Day', false), ('2027-08-15', 'Eid Milad-un-Nabi', true), ('2027-11-09', 'Iqbal Day', false),
  ('2027-12-25', 'Quaid-e-Azam Day', false)
on conflict (day) do nothing;
