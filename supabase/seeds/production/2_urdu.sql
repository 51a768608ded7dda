-- The Urdu of the texts of a new shop (docs/urdu.md), by their English. It fills only rows without Urdu, and of the pages and size tables
-- only those that operators haven't edited. The key of each list finds the row; the other columns are what it says.

update public.search_answers t set translations = jsonb_build_object('ur', to_jsonb(u) - 'key')
from (
  select word, format('ہم %s نہیں بیچتے۔ اس کے نیچے پہننے کے لیے یہ دیکھیں۔', shown)
  from (values ('kurta', 'کرتا'), ('kurti', 'کرتی'), ('shalwar', 'شلوار قمیض'), ('salwar', 'شلوار قمیض'), ('kameez', 'قمیض'), ('kameeza', 'قمیض'),
    ('saree', 'ساڑھی'), ('sari', 'ساڑھی'), ('lehenga', 'لہنگا'), ('کرتا', 'کرتا'), ('کرتی', 'کرتی'), ('شلوار', 'شلوار'), ('قمیض', 'قمیض')) as a (word, shown)
  union all values ('thong', 'ہم تھونگ نہیں بیچتے۔ یہ پینٹیاں کپڑوں کے اوپر سے نظر نہیں آتیں۔')) as u (key, answer)
where t.word = u.key and t.translations = '{}';

update public.attributes t set translations = jsonb_build_object('ur', to_jsonb(u) - 'key')
from (values ('model', 'ماڈل'), ('length', 'لمبائی'), ('fabric', 'کپڑا'), ('care', 'دھلائی اور دیکھ بھال')) as u (key, name)
where t.code = u.key and t.translations = '{}';

update public.attribute_values t set translations = jsonb_build_object('ur', to_jsonb(u) - 'attribute' - 'key')
from (values
  ('model', '165-s', 'قد 165 سینٹی میٹر، سائز S میں'), ('model', '170-m', 'قد 170 سینٹی میٹر، سائز M میں'),
  ('length', 'hip', 'کولہوں تک'), ('length', 'knee', 'گھٹنوں تک'), ('length', 'ankle', 'ٹخنوں تک'),
  ('fabric', 'cotton', '100% کاٹن'), ('fabric', 'satin', '100% پولیسٹر ساٹن'), ('fabric', 'modal', '95% موڈال، 5% ایلاسٹین'),
  ('care', 'hand-wash', 'ہاتھ سے دھوئیں'), ('care', 'wash-30', '30 ڈگری پر دھوئیں'), ('care', 'no-bleach', 'بلیچ نہ کریں'),
  ('care', 'no-tumble', 'ڈرائر میں نہ سکھائیں'), ('care', 'cool-iron', 'ہلکی گرم استری کریں')) as u (attribute, key, name)
where t.attribute = u.attribute and t.code = u.key and t.translations = '{}';

update public.size_charts t set translations = jsonb_build_object('ur', to_jsonb(u) - 'key')
from (values
  ('bra', 'بریزیئر', 'نمبر بینڈ کا ہے اور حرف کپ کا۔ سینے کا ناپ بینڈ کے درمیانی ناپ کے حساب سے ہے۔'),
  ('soft-bra', 'اسپورٹس بریزیئر اور بریلیٹ', 'اگر آپ کے دونوں ناپ الگ الگ قطاروں میں آئیں تو سینے کے نیچے والے ناپ سے چنیں۔'),
  ('camisole', 'شمیزیں', 'سینے کے ناپ سے چنیں۔'),
  ('nightwear', 'نائٹیاں، نائٹ سوٹ اور گاؤن', 'نائٹی اور گاؤن سینے کے ناپ سے چنیں، نائٹ سوٹ کولہوں کے ناپ سے۔'),
  ('panties', 'پینٹیاں', 'کولہوں کے ناپ سے چنیں، اور ہائی ویسٹ پینٹی کمر کے ناپ سے۔')) as u (key, title, advice)
where t.name = u.key and t.version = 1 and t.translations = '{}';

update public.hero_statistics t set translations = jsonb_build_object('ur', to_jsonb(u) - 'key')
from (values
  ('Hours a day to order, seven days a week', 'گھنٹے آرڈر دیں، ہفتے کے ساتوں دن'),
  ('Rupees to pay before it arrives, with cash on delivery', 'روپے پیشگی، کیش آن ڈیلیوری کے ساتھ')) as u (key, stat_label)
where t.stat_label = u.key and t.translations = '{}';

update public.banners t set translations = jsonb_build_object('ur', jsonb_strip_nulls(to_jsonb(u) - 'key'))
from (values
  ('{delivery_price} delivery anywhere in Pakistan. Pay on delivery.', 'پورے پاکستان میں ڈیلیوری {delivery_price}۔ پیسے پارسل ملنے پر دیں۔', null, null),
  ('The size that fits, in two measurements', 'دو ناپ، اور آپ کا صحیح سائز',
   'ایک انچی ٹیپ اور ایک منٹ۔ سینٹی میٹر یا انچ میں، سسٹر سائز کے ساتھ۔', 'اپنا سائز معلوم کریں')) as u (key, title, description, button)
where t.title = u.key and t.translations = '{}';

update public.footer_pages t set translations = jsonb_build_object('ur', to_jsonb(u) - 'key')
from (values
  ('About', 'ہمارے بارے میں'), ('Features', 'خوبیاں'), ('Works', 'ہمارا کام'), ('Career', 'ملازمت'), ('Contact', 'رابطہ'),
  ('Delivery Details', 'ڈیلیوری کی تفصیل'), ('Returns', 'واپسی'), ('Terms & Conditions', 'شرائط و ضوابط'), ('Privacy Policy', 'پرائیویسی پالیسی'),
  ('Account', 'اکاؤنٹ'), ('Manage Deliveries', 'ڈیلیوری'), ('Orders', 'آرڈر'), ('Payments', 'ادائیگی')) as u (key, title)
where t.title = u.key and t.translations = '{}';

update public.faq_categories t set translations = jsonb_build_object('ur', to_jsonb(u) - 'key')
from (values ('account', 'اکاؤنٹ'), ('manage-deliveries', 'ڈیلیوری'), ('orders', 'آرڈر'), ('payments', 'ادائیگی')) as u (key, title)
where t.slug = u.key and t.translations = '{}';

update public.faq_items t set translations = jsonb_build_object('ur', to_jsonb(u) - 'key')
from (values
  ('How do I create an account?', 'اکاؤنٹ کیسے بناؤں؟', '”اکاؤنٹ بنائیں“ دبائیں، تین خانے بھریں اور ای میل میں آیا ہوا کوڈ لکھیں۔'),
  ('I forgot my password. What now?', 'پاس ورڈ یاد نہیں رہا۔ اب کیا کروں؟', 'لاگ ان کے صفحے پر ”پاس ورڈ بھول گئیں؟“ دبائیں اور ای میل میں آئے ہوئے لنک پر جائیں۔'),
  ('Can I sign in with my phone number?', 'کیا فون نمبر سے لاگ ان ہو سکتا ہے؟', 'جی ہاں، پروفائل میں نمبر محفوظ ہونے کے بعد: 03XX XXXXXXX اور آپ کا پاس ورڈ۔'),
  ('How long does delivery take?', 'ڈیلیوری میں کتنے دن لگتے ہیں؟', '{delivery_days}۔ {order_cut_off} کے بعد کے آرڈر اگلے کام کے دن تیار ہوتے ہیں۔ پارسل روانہ ہوتے ہی ٹریکنگ نمبر آپ کے آرڈر میں آ جاتا ہے۔'),
  ('How much is delivery?', 'ڈیلیوری چارجز کتنے ہیں؟', 'پورے آرڈر کے، چاہے اس میں کتنی ہی چیزیں ہوں: {delivery_price}۔'),
  ('Can I change the address of an order?', 'کیا آرڈر کا پتہ بدلا جا سکتا ہے؟', 'روانہ ہونے سے پہلے تک۔ آرڈر نمبر کے ساتھ ہمیں چیٹ میں لکھیں۔'),
  ('Where do I see my orders?', 'میرے آرڈر کہاں نظر آئیں گے؟', 'آپ کی پروفائل میں، ”جاری آرڈر“ اور ”مکمل آرڈر“ میں۔'),
  ('Can I cancel an order?', 'کیا آرڈر منسوخ ہو سکتا ہے؟', 'روانہ ہونے سے پہلے تک۔ ہمیں چیٹ میں بتا دیں۔'),
  ('Something is missing. What do I do?', 'پارسل میں کوئی چیز کم ہے۔ کیا کروں؟', 'ڈیلیوری کی متوقع تاریخ سے 48 گھنٹے کے اندر ہمیں بتائیں۔'),
  ('How can I pay?', 'ادائیگی کیسے ہو گی؟', 'نقد، جب پارسل آپ کے ہاتھ میں آئے۔ ادائیگی کے اور جو طریقے دستیاب ہوں، وہ چیک آؤٹ پر نظر آتے ہیں۔')) as u (key, question, answer)
where t.question = u.key and t.translations = '{}';

update public.predefined_questions t set translations = jsonb_build_object('ur', to_jsonb(u) - 'key')
from (values
  ('How long does delivery take?', 'ڈیلیوری میں کتنے دن لگتے ہیں؟', '{delivery_days}۔ {order_cut_off} کے بعد کے آرڈر اگلے کام کے دن تیار ہوتے ہیں۔ پارسل روانہ ہوتے ہی ٹریکنگ نمبر آپ کے آرڈر میں آ جاتا ہے۔', 'ڈیلیوری'),
  ('How much is delivery?', 'ڈیلیوری چارجز کتنے ہیں؟', 'پورے آرڈر کے، چاہے اس میں کتنی ہی چیزیں ہوں: {delivery_price}۔', 'ڈیلیوری'),
  ('Where is my order?', 'میرا آرڈر کہاں پہنچا؟', 'اپنی پروفائل میں ”جاری آرڈر“ کھولیں، یا ”ڈیلیوری کی تفصیل“ میں ”آرڈر کی ٹریکنگ“ دیکھیں۔', 'ڈیلیوری'),
  ('How can I pay?', 'ادائیگی کیسے ہو گی؟', 'نقد، جب پارسل آپ کے ہاتھ میں آئے۔ ادائیگی کے اور جو طریقے دستیاب ہوں، وہ چیک آؤٹ پر نظر آتے ہیں۔', 'ادائیگی'),
  ('Which size should I take?', 'کون سا سائز لوں؟', 'ہر پروڈکٹ کے ساتھ سائز گائیڈ ہے۔ دو سائز کے بیچ میں الجھن ہو تو ہم سے یہیں پوچھ لیں۔', 'سائز')) as u (key, question_text, answer_text, category)
where t.question_text = u.key and t.translations = '{}';

update public.page_content t set translations = jsonb_build_object('ur', jsonb_strip_nulls(to_jsonb(u) - 'key'))
from (values
('product-assurance', 'خریدنے سے پہلے', null,
 '<ul><li>عام ڈیلیوری: {delivery_price}</li><li>کیش آن ڈیلیوری</li></ul>'),
('checkout-assurance', 'ادائیگی سے پہلے', null,
 '<p>پیکنگ سادہ ہے: پارسل پر نہ چیز کا نام ہوتا ہے، نہ یہ کہ بھیجنے والی دکان کیا بیچتی ہے۔</p>'),
('about', 'ہمارے بارے میں', 'چنبیلی کیا بیچتی ہے، اور کیسے۔',
 '<p>چنبیلی پاکستان میں کپڑوں اور زیرِ جامہ کی آن لائن دکان ہے: بریزیئر، نائٹ ویئر، شمیزیں اور پینٹیاں۔</p>
<h2>ہم کیسے بیچتے ہیں</h2><p>قیمتیں روپوں میں ہیں۔ پورے آرڈر کے ڈیلیوری چارجز، چاہے اس میں کتنی ہی چیزیں ہوں: {delivery_price}۔ ادائیگی پارسل ہاتھ میں آنے پر نقد بھی ہو سکتی ہے۔</p>
<h2>ہم سے رابطہ</h2><p>اپنی پروفائل کی چیٹ میں لکھیں، یا رابطہ فارم سے۔ کسی آرڈر کے بارے میں پوچھنا ہو تو اس کا نمبر بتا دیں۔</p>'),
('features', 'خوبیاں', 'یہ دکان آپ کے لیے کیا کرتی ہے۔',
 '<h2>کپڑا اور سائز</h2><p>ہر پروڈکٹ کے ساتھ اس کے سائز لکھے ہیں، اور جہاں ہمیں معلوم ہو وہاں کپڑا بھی۔ جو سائز ختم ہونے والا ہو، اس پر لکھا ہوتا ہے کہ کتنے باقی ہیں، اور جو ختم ہو گیا ہو، اس کا آرڈر نہیں لیا جاتا۔</p>
<h2>ایک ہی قیمت</h2><p>جو قیمت پروڈکٹ پر ہے، وہی کارٹ میں اور وہی آرڈر میں۔ اس کے علاوہ ڈیلیوری چارجز ہیں، {delivery_price}۔</p>
<h2>خریداروں کی رائے</h2><p>ریویو وہ خریدار لکھتے ہیں جن کا اکاؤنٹ ہے، چاہیں تو تصویروں کے ساتھ۔ پروڈکٹ کے ستارے اس کے سب ریویو کی اوسط ہیں۔</p>
<h2>ہر فون، ہر کنکشن</h2><p>یہ دکان پرانے فون اور سست انٹرنیٹ پر بھی چلتی ہے، اور JavaScript کے بغیر بھی۔</p>'),
('works', 'ہمارا کام', 'ہماری کلیکشنز اور اشتراک۔',
 '<p>ہماری کلیکشنز اور دوسروں کے ساتھ کیے ہوئے کام یہاں نظر آئیں گے۔</p>'),
('career', 'ملازمت', 'ہمارے ساتھ کام کریں۔',
 '<h2>ہمارے ساتھ کام کریں</h2><p>جیسے ہی کوئی جگہ خالی ہو گی، یہاں لکھ دی جائے گی، شعبے، شہر اور کام کے ساتھ۔ درخواست ای میل سے بھیجی جاتی ہے۔</p>'),
('delivery-details', 'پاکستان میں ڈیلیوری', 'ڈیلیوری چارجز کتنے ہیں اور ڈیلیوری کیسے ہوتی ہے۔',
 '<h2>ڈیلیوری چارجز</h2><table><thead><tr><th scope="col">طریقہ</th><th scope="col">چارجز</th></tr></thead><tbody><tr><td>عام ڈیلیوری، پاکستان میں کہیں بھی</td><td>{delivery_price} فی آرڈر</td></tr></tbody></table>
<h2>کتنے دن لگتے ہیں</h2><p>{delivery_days}۔ {order_cut_off} کے بعد کے آرڈر اگلے کام کے دن تیار ہوتے ہیں، اور سرکاری چھٹیوں پر ڈیلیوری نہیں ہوتی۔ متوقع دن کارٹ، چیک آؤٹ اور آپ کے آرڈر میں لکھے ہوتے ہیں۔ پارسل روانہ ہو جائے تو ٹریکنگ نمبر آرڈر میں نظر آتا ہے۔</p>
<h2>کام کی باتیں</h2><ul><li>کوریئر اسی فون نمبر پر کال کرتا ہے جو آرڈر میں لکھا ہو۔</li><li>کیش آن ڈیلیوری میں پیسے تب دیں جب پارسل آپ کے ہاتھ میں آئے۔</li><li>پارسل نہ پہنچے یا خراب حالت میں ملے تو ڈیلیوری کی متوقع تاریخ سے 48 گھنٹے کے اندر ہمیں بتائیں۔</li></ul>'),
('delivery-international', 'بیرونِ ملک ڈیلیوری', 'پاکستان سے باہر ڈیلیوری۔',
 '<h2>ہم کہاں بھیجتے ہیں</h2><p>{delivery_abroad}</p>
<h2>ڈیوٹی اور ٹیکس</h2><p>ڈیلیوری چارجز آرڈر دینے سے پہلے چیک آؤٹ پر نظر آ جاتے ہیں۔ جس ملک میں پارسل جا رہا ہو، وہاں کی ڈیوٹی اور ٹیکس اس میں شامل نہیں۔</p>'),
('delivery-tracking', 'آرڈر کی ٹریکنگ', 'پارسل کے ہر مرحلے کا مطلب۔',
 '<h2>ہر مرحلے کا مطلب</h2><ul><li><strong>آرڈر ہو گیا</strong>: آپ کا آرڈر ہمیں مل گیا ہے۔</li><li><strong>تیاری میں</strong>: چیزیں نکالی، دیکھی اور پیک کی جا رہی ہیں۔</li><li><strong>روانہ ہو گیا</strong>: پارسل ہمارے پاس سے نکل گیا ہے؛ ٹریکنگ نمبر آپ کے آرڈر میں ہے۔</li><li><strong>ڈیلیوری کے لیے نکل گیا</strong>: کوریئر اسے آج آپ تک لا رہا ہے۔ یہ مرحلہ کوریئر کے اپنے صفحے پر نظر آتا ہے۔</li><li><strong>پہنچ گیا</strong>: پارسل حوالے کر دیا گیا ہے۔</li></ul>'),
('account', 'اکاؤنٹ بنانا', 'اکاؤنٹ کیسے بنائیں اور سنبھالیں۔',
 '<h2>تین خانے اور ایک کوڈ</h2><p><a href="/create-account">اکاؤنٹ بنائیں</a> پر جائیں، اپنا نام، ای میل اور پاس ورڈ لکھیں، پھر 6 ہندسوں کا وہ کوڈ لکھیں جو ہم ای میل کرتے ہیں۔ کوڈ دس منٹ تک چلتا ہے، اور نیا کوڈ اسی صفحے سے مل جاتا ہے۔</p>'),
('account-managing', 'اپنا اکاؤنٹ سنبھالنا', null,
 '<h2>آپ کی معلومات</h2><p><a href="/profile">میری پروفائل</a> میں آپ کا نام، فون نمبر اور تصویر ہے۔ <a href="/profile/edit-location">پتے</a> الگ حصے میں ہیں، اور چیک آؤٹ پر بنیادی پتہ پہلے سے چنا ہوتا ہے۔ فون نمبر محفوظ ہو جائے تو لاگ ان اس سے بھی ہو سکتا ہے۔</p>
<h2>اکاؤنٹ ختم کرنا</h2><p>اکاؤنٹ <a href="/profile/account">پاس ورڈ اور اکاؤنٹ</a> میں حذف کیا جا سکتا ہے۔ آپ کے آرڈر ہمارے ریکارڈ میں رہتے ہیں، لیکن آپ کے اکاؤنٹ کے بغیر۔</p>'),
('account-security', 'حفاظت', null,
 '<h2>اکاؤنٹ صرف آپ کا رہے</h2><p>ایسا پاس ورڈ رکھیں جو کہیں اور استعمال نہ ہوتا ہو۔ <a href="/forget-password">بھول جائے</a> تو نیا رکھنے کا لنک ہم ای میل کر دیتے ہیں۔ نیا پاس ورڈ رکھتے ہی باقی سب فونز اور کمپیوٹرز سے لاگ آؤٹ ہو جاتا ہے۔</p>'),
('account-history', 'پچھلے آرڈر', null,
 '<h2>آپ کے آرڈر کہاں ہیں</h2><p><a href="/profile/active-orders">جاری آرڈر</a> میں وہ ہیں جو راستے میں ہیں، <a href="/profile/complete-orders">مکمل آرڈر</a> میں وہ جو پہنچ گئے۔ ہر آرڈر کھولیں تو اس کی چیزیں، پتے اور اب تک کا ہر مرحلہ نظر آتا ہے۔</p>'),
('returns', 'واپسی', 'کوئی چیز واپس کیسے کریں یا سائز کیسے تبدیل کریں۔',
 '<p>{return_policy}</p>
<h2>طریقہ</h2><ol><li>اپنا آرڈر کھولیں، ”میری پروفائل“ سے یا ای میل کے لنک سے، اور ”چیزیں واپس کریں“ یا ”چیزیں تبدیل کریں“ دبائیں۔ آرڈر میں یہ بٹن نہ ہوں تو <a href="/contact">ہمیں لکھیں</a>۔</li><li>ہم درخواست دیکھ کر ای میل کرتے ہیں کہ چیز کہاں اور کب تک بھیجنی ہے۔ اگر ہم واپس نہ لے سکیں تو وجہ بتاتے ہیں۔</li><li>چیز پہنیں نہیں، اور لیبل سمیت بھیجیں۔ پہنچتے ہی ہم ای میل کر دیتے ہیں۔</li><li>ہم رقم واپس کر کے آپ کو ای میل کرتے ہیں، یا آپ کی پسند کی چیز بھیج دیتے ہیں۔</li></ol>
<h2>آپ کو کیا ملے گا</h2><p>واپس کی ہوئی چیزوں کی وہ رقم جو آپ نے دی تھی، ڈیلیوری چارجز کے بغیر۔ رقم اسی طریقے سے واپس آتی ہے جس سے ادا کی گئی تھی۔ اگر آپ نے نقد دیے تھے تو ہم فون کر کے پوچھتے ہیں کہ رقم کہاں بھیجیں۔</p>
<h2>بدلے میں کچھ اور</h2><p>درخواست آتے ہی دوسرا سائز یا رنگ ہم آپ کے لیے الگ رکھ لیتے ہیں، اسی قیمت پر جو آپ نے دی تھی۔ دوسری چیز کی قیمت آج کی ہوگی: باقی رقم ڈیلیوری پر ادا کریں، یا ہم وہ آپ کو واپس بھیجیں گے۔</p>
<h2>خراب یا غلط پارسل</h2><p>کوئی چیز کم ہو، خراب ہو یا وہ نہ ہو جس کا آرڈر دیا تھا، تو ڈیلیوری کی متوقع تاریخ سے 48 گھنٹے کے اندر ہمیں بتائیں۔ ہم چیز بدل دیتے ہیں یا رقم واپس کر دیتے ہیں۔</p>'),
('terms-conditions', 'شرائط و ضوابط', 'ہر آرڈر کی شرائط۔',
 '<h2>آرڈر</h2><p>آرڈر چیک آؤٹ کے آخر میں ”آرڈر دیں“ دبانے سے ہوتا ہے۔ ہم اس کی تصدیق آرڈر کی ای میل پر بھیجتے ہیں۔ اگر ہم کوئی آرڈر پورا نہ کر سکیں تو اسے منسوخ کر دیتے ہیں، اور آپ کو کچھ ادا نہیں کرنا ہوتا۔</p>
<h2>قیمتیں</h2><p>قیمتیں پاکستانی روپوں میں ہیں۔ آرڈر دیتے وقت ڈیلیوری اور پرومو کوڈ سمیت جو رقم نظر آئے، آپ کو وہی ادا کرنی ہے۔</p>
<h2>ڈیلیوری</h2><p>ایک آرڈر کے ڈیلیوری چارجز: {delivery_price}۔ پارسل آپ کے حوالے ہونے تک ذمہ داری ہماری ہے، اس کے بعد آپ کی۔</p>
<h2>ادائیگی</h2><p>کیش آن ڈیلیوری میں رقم پارسل لیتے وقت کوریئر کو دی جاتی ہے۔ ادائیگی کے جتنے طریقے آپ کے لیے دستیاب ہوں، چیک آؤٹ پر نظر آتے ہیں۔</p>
<h2>خراب یا غلط پارسل</h2><p>کوئی چیز کم ہو، خراب ہو یا وہ نہ ہو جس کا آرڈر دیا تھا، تو ڈیلیوری کی متوقع تاریخ سے 48 گھنٹے کے اندر ہمیں بتائیں۔ ہم چیز بدل دیتے ہیں یا رقم واپس کر دیتے ہیں۔</p>
<h2>واپسی</h2><p>{return_policy} <a href="/help/returns">واپسی کا طریقہ</a></p>
<h2>آپ کا اکاؤنٹ</h2><p>اپنا پاس ورڈ کسی کو نہ بتائیں۔ اگر شک ہو کہ کسی اور نے آپ کا اکاؤنٹ استعمال کیا ہے تو ہمیں بتائیں۔</p>
<h2>کوکیز</h2><p>یہ دکان صرف اپنی کوکیز استعمال کرتی ہے، اور <a href="/help/privacy-policy">پرائیویسی پالیسی</a> میں لکھا ہے کہ ہر کوکی میں کیا ہوتا ہے اور وہ کب تک رہتی ہے۔</p><details><summary>ہر کوکی کا نام</summary><p><small><bdi>website_session, addtocartItems, website_prices, website_promo, website_checkout_draft, website_setup_draft, website_orders, website_wishlist, website_size, website_viewed, website_face, website_lite, website_language, website_flash, website_newsletter, website_destination, website_verification, website_recovery, website_deleted_address, website_google_start, website_google, website_known_browser, website_form_client, website_desk, website_desk_door, website_desk_start, website_desk_form</bdi></small></p></details>'),
('privacy-policy', 'پرائیویسی پالیسی', 'ہم آپ کی کون سی معلومات رکھتے ہیں، اور کیوں۔',
 '<h2>ہم کیا رکھتے ہیں</h2><p>آپ کا نام، ای میل، فون نمبر، پتے اور آرڈر، یعنی وہ سب جو پارسل آپ تک پہنچانے کے لیے ضروری ہے۔ اگر آپ نے دی ہو تو تاریخِ پیدائش، شہر، جنس اور تصویر بھی۔ آپ کے ریویو، اور جو کچھ آپ نے چیٹ یا رابطہ فارم میں لکھا۔</p>
<h2>کون دیکھتا ہے</h2><p>ہم، وہ کوریئر جو آپ کا پارسل لاتا ہے، اور وہ سروسز جن پر یہ دکان چلتی ہے: ہوسٹنگ، ڈیٹا بیس اور ای میل بھیجنے والی سروس۔ ریویو آپ کے نام کے ساتھ سب کو نظر آتے ہیں۔ ہم آپ کی کوئی معلومات نہیں بیچتے۔</p>
<h2>کوکیز</h2><p>یہ دکان صرف یہی کوکیز رکھتی ہے، اور سب اس کی اپنی ہیں۔ ان میں جو کچھ ہوتا ہے وہ یا تو اِنکرپٹڈ ہوتا ہے یا آپ کے بارے میں کچھ نہیں بتاتا۔ اشتہار یا اعداد و شمار کی کوئی کوکی نہیں۔ محفوظ کنکشن پر زیادہ تر کوکیز کے نام <bdi>__Host-</bdi> یا <bdi>__Secure-</bdi> سے شروع ہوتے ہیں۔</p>
<details><summary>ہر کوکی کا نام</summary><table><thead><tr><th scope="col">کوکی</th><th scope="col">اس میں کیا ہے</th><th scope="col">کب تک رہتی ہے</th></tr></thead><tbody>
<tr><td>website_session</td><td>آپ کو لاگ ان رکھتی ہے</td><td>براؤزر بند کرنے یا لاگ آؤٹ کرنے تک؛ ”مجھے لاگ ان رکھیں“ کے ساتھ 30 دن</td></tr>
<tr><td>addtocartItems</td><td>آپ کا کارٹ</td><td>براؤزر بند کرنے تک</td></tr>
<tr><td>website_prices</td><td>وہ قیمتیں جن پر آپ نے چیزیں کارٹ میں ڈالیں، تاکہ بڑھنے پر بتایا جا سکے</td><td>30 دن، یا لاگ آؤٹ کرنے تک</td></tr>
<tr><td>website_promo</td><td>آپ کا پرومو کوڈ</td><td>براؤزر بند کرنے یا لاگ آؤٹ کرنے تک</td></tr>
<tr><td>website_checkout_draft</td><td>جو آپ نے چیک آؤٹ پر لکھا</td><td>30 منٹ</td></tr><tr><td>website_setup_draft</td><td>جو آپ نے لاگ ان سے پہلے پروفائل میں لکھا</td><td>30 منٹ</td></tr>
<tr><td>website_orders</td><td>وہ آرڈر جو آپ نے اکاؤنٹ کے بغیر دیے</td><td>30 دن</td></tr>
<tr><td>website_wishlist</td><td>آپ کی وش لسٹ</td><td>180 دن</td></tr>
<tr><td>website_size</td><td>وہ سائز جو آپ نے معلوم کیا یا کارٹ میں ڈالا</td><td>180 دن، یا لاگ آؤٹ کرنے یا مٹانے تک</td></tr>
<tr><td>website_viewed</td><td>وہ پروڈکٹس جو آپ نے دیکھیں</td><td>90 دن</td></tr>
<tr><td>website_face</td><td>صفحے کے اوپر آپ کا نام اور تصویر</td><td>30 دن</td></tr>
<tr><td>website_lite</td><td>یہ کہ آپ نے لائٹ ورژن چنا</td><td>ایک سال</td></tr>
<tr><td>website_language</td><td>آپ کی چنی ہوئی زبان</td><td>ایک سال</td></tr>
<tr><td>website_flash</td><td>اگلے صفحے کے لیے ایک پیغام</td><td>ایک منٹ</td></tr>
<tr><td>website_newsletter</td><td>نیوز لیٹر فارم کا جواب</td><td>ایک منٹ</td></tr>
<tr><td>website_destination</td><td>لاگ ان کے بعد کس صفحے پر واپس جانا ہے</td><td>30 منٹ</td></tr>
<tr><td>website_verification</td><td>کس ای میل کی تصدیق کوڈ سے ہو رہی ہے</td><td>ایک گھنٹہ</td></tr>
<tr><td>website_recovery</td><td>یہ کہ آپ نیا پاس ورڈ رکھ سکتی ہیں</td><td>10 منٹ</td></tr>
<tr><td>website_deleted_address</td><td>حذف کیا ہوا پتہ، واپس لانے کے لیے</td><td>15 منٹ</td></tr>
<tr><td>website_google_start</td><td>Google سے کہاں واپس آنا ہے</td><td>10 منٹ</td></tr>
<tr><td>website_google</td><td>یہ کہ Google کا جواب آپ ہی کا ہے</td><td>10 منٹ</td></tr>
<tr><td>website_known_browser</td><td>یہ کہ آپ یہاں پہلے لاگ ان کر چکی ہیں، تاکہ کوئی اور آپ کا اکاؤنٹ بند نہ کروا سکے</td><td>ایک سال</td></tr>
<tr><td>website_form_client</td><td>یہ کہ فارم آپ ہی کا ہے، ان براؤزرز میں جو خود نہیں بتاتے</td><td>90 دن</td></tr>
<tr><td>website_desk, website_desk_door, website_desk_start, website_desk_form</td><td>صرف ہمارے عملے کے لیے</td><td>زیادہ سے زیادہ ایک سال</td></tr></tbody></table></details>
<h2>ای میلز</h2><p>نیوز لیٹر صرف انہیں جاتا ہے جنہوں نے اپنی ای میل کی تصدیق کی ہو۔ ہر نیوز لیٹر اور اسٹاک کی ہر اطلاع میں ایک لنک ہوتا ہے جس سے ای میلز بند ہو جاتی ہیں، اور آپ کی ای میل ایپ کے بٹن سے بھی۔ پھر ہم وہ ای میل ایڈریس مٹا دیتے ہیں۔</p>
<h2>آپ کا اختیار</h2><p>آپ اپنی معلومات ”میری پروفائل“ میں دیکھ اور تبدیل کر سکتی ہیں، اور اپنا اکاؤنٹ ”پاس ورڈ اور اکاؤنٹ“ میں حذف کر سکتی ہیں۔ آرڈر ہمارے ریکارڈ میں رہتے ہیں۔</p>')
) as u (key, title, meta_description, content)
where t.slug = u.key and t.version = 1 and t.translations = '{}';

update public.mail_texts t set translations = jsonb_build_object('ur', jsonb_strip_nulls(to_jsonb(u) - 'key'
  || jsonb_build_object('button', coalesce(u.button, 'آرڈر دیکھیں'), 'closing', coalesce(u.closing, 'کوئی سوال؟ {support_email} پر لکھیں یا {support_phone} پر فون کریں۔'))))
from (values
('unpaid', 'آپ کے آرڈر {order} کی ادائیگی باقی ہے', 'آرڈر مل گیا ہے، ادائیگی باقی ہے',
 'اگر آپ اس وقت ادائیگی کر رہی ہیں تو کچھ اور نہیں کرنا: {total} ملتے ہی ہم آپ کو ای میل کر دیں گے۔

آپ کی چیزیں ہم {hold_until} تک الگ رکھیں گے۔

آرڈر کے صفحے سے ادائیگی ہو سکتی ہے، کیش آن ڈیلیوری چنی جا سکتی ہے، یا آرڈر منسوخ ہو سکتا ہے۔', '{total} ادا کریں', null),
('placed', 'آپ کا آرڈر {order}', 'آپ کے آرڈر کا شکریہ',
 'پارسل پہنچنے پر {total} نقد ادا کریں۔ پارسل روانہ ہوتے ہی ہم ای میل کر دیں گے۔

بھیجنے سے پہلے ہم آپ کو فون کریں گے۔ اگر {hold_until} تک بات نہ ہو سکی تو آرڈر منسوخ ہو جائے گا۔', null, null),
('paid', 'آپ کے آرڈر {order} کی ادائیگی ہو گئی ہے', 'شکریہ، آپ کی ادائیگی ہو گئی ہے',
 'ہمیں آپ کے {total} مل گئے ہیں۔ پارسل روانہ ہوتے ہی ہم ای میل کر دیں گے۔', null, null),
('changed', 'آپ کے آرڈر {order} میں تبدیلی ہوئی ہے', 'ہم نے آپ کے آرڈر میں تبدیلی کی ہے',
 'یہ تبدیلیاں ہوئی ہیں:

{changes}

ابھی {due} کی ادائیگی باقی ہے، جو آرڈر کے صفحے سے ہو سکتی ہے۔

{refund}

پارسل پہنچنے پر {cash} نقد ادا کریں۔

اس میں کچھ غلط ہو تو ہمیں فون کریں یا لکھیں۔', null, null),
('shipped', 'آپ کا آرڈر {order} روانہ ہو گیا ہے', 'آپ کا آرڈر روانہ ہو گیا ہے',
 'ٹریکنگ نمبر: {tracking_number}

پارسل کے لیے {cash} نقد تیار رکھیں۔', 'پارسل ٹریک کریں', null),
('delivered', 'آپ کا آرڈر {order} پہنچ گیا ہے', 'آپ کا آرڈر پہنچ گیا ہے',
 'امید ہے سب کچھ پسند آیا ہو گا۔ کوئی بات ٹھیک نہ ہو تو ہمیں لکھیں۔', null, null),
('returned_to_origin', 'آپ کا آرڈر {order} ہمارے پاس واپس آ رہا ہے', 'آپ کا پارسل ہمارے پاس واپس آ رہا ہے',
 'کوریئر آپ کا پارسل نہیں پہنچا سکا اور اسے ہمارے پاس واپس لا رہا ہے۔ اگر آپ نے ادائیگی کر دی ہے تو پارسل یہاں پہنچتے ہی ہم رقم واپس بھیج دیں گے۔

اگر چیزیں اب بھی چاہییں تو ہمیں فون کریں یا لکھیں۔', null, null),
('cancelled', 'آپ کا آرڈر {order} منسوخ ہو گیا ہے', 'آپ کا آرڈر منسوخ ہو گیا ہے', '{refunds}', null, null),
('refund_due', 'آپ کے آرڈر {order} کی رقم', 'آپ کی رقم واپس کی جا رہی ہے', '{refund}', null, null),
('refunded', 'آپ کے آرڈر {order} کی رقم واپس بھیج دی گئی ہے', 'ہم نے آپ کی رقم واپس بھیج دی ہے', '{refund}', null, null),
('return_requested', 'آرڈر {order}: {request} کی درخواست مل گئی ہے', 'آپ کی درخواست مل گئی ہے',
 '{items}

ہم اسے دیکھ کر آپ کو ای میل کریں گے۔ تب تک سب کچھ سنبھال کر رکھیں۔

بدلے کی چیز ہم نے آپ کے لیے الگ رکھ لی ہے: {new_size}۔', null, null),
('return_approved', 'آرڈر {order}: {request} منظور ہو گئی ہے', 'چیزیں ہمیں بھیج دیں',
 '{items}

چیز {send_until} تک بھیج دیں۔ پہنی ہوئی نہ ہو، لیبل لگا ہو، اور پارسل میں آرڈر نمبر لکھ کر رکھ دیں۔

کہاں بھیجنا ہے: {send_to}

{answer}

پہنچتے ہی ہم ای میل کر دیں گے۔', null, null),
('return_received', 'آرڈر {order}: {request} کا پارسل پہنچ گیا ہے', 'آپ کا پارسل ہمیں مل گیا ہے',
 '{items}

{refund}

ہم اسے دیکھ کر بدلے کی چیز بھیج دیں گے: {new_size}۔', null, null),
('return_refused', 'آرڈر {order}: {request} کے بارے میں', 'معذرت، یہ چیز ہم واپس نہیں لے سکتے',
 '{items}

{answer}', null, null),
('exchange_sent', 'آرڈر {order}: بدلے کی چیز روانہ ہو گئی ہے', 'بدلے کی چیز روانہ ہو گئی ہے', '{items}', null, null),
('newsletter_welcome', 'خوش آمدید: {brand} کا نیوز لیٹر', null,
 'خوش آمدید! براہِ کرم تصدیق کریں کہ یہ ای میل آپ ہی کی ہے۔ پھر نئی آمد اور سیل کی خبر سب سے پہلے آپ کو ملے گی۔',
 'جی ہاں، مجھے نیوز لیٹر بھیجیں', 'تصدیق کے بغیر ہم اور کچھ نہیں بھیجیں گے۔ اسے ابھی یا بعد میں بند کرنے کے لیے: {end_link}'),
('back_in_stock', 'پھر دستیاب ہے: {product}، سائز {size}', null,
 'آپ نے بتانے کو کہا تھا: {product} سائز {size} میں پھر دستیاب ہے۔',
 'یہاں دیکھیں', 'اس کے بارے میں ہم صرف یہی ایک ای میل بھیجتے ہیں۔

دوسرے سائز کی ای میلز بھی نہیں چاہییں؟ {end_link}'),
('stock_alert_confirmation', '{product} واپس آئے تو ای میل کریں؟', null,
 'کسی نے، شاید آپ ہی نے، کہا ہے کہ {product} سائز {size} میں واپس آئے تو اس ایڈریس پر ای میل کی جائے۔

اگر یہ ٹھیک ہے تو تین دن کے اندر تصدیق کریں۔', 'جی، مجھے ای میل کریں', 'اگر یہ آپ نے نہیں کہا تو اس ای میل کو رہنے دیں۔ دوسری نہیں آئے گی۔'),
('account_exists', 'آپ کا اکاؤنٹ پہلے سے موجود ہے', null,
 'کسی نے، شاید آپ ہی نے، ابھی اس ای میل سے {brand} کا اکاؤنٹ بنانا چاہا۔ اس ای میل کا اکاؤنٹ پہلے سے موجود ہے۔',
 'لاگ ان کریں', 'پاس ورڈ یاد نہیں؟ نیا رکھیں: {password_link}

اگر یہ آپ نہیں تھیں تو اس ای میل کو رہنے دیں۔ کچھ نہیں بدلا۔')
) as u (key, subject, heading, body, button, closing)
where t.kind = u.key and t.version = 1 and t.translations = '{}';

update public.page_content t
set translations = jsonb_set(t.translations, '{ur,content}', to_jsonb(replace(t.translations #>> '{ur,content}', u.before, u.after)))
from (values
('product-assurance', 'Plain parcel', '<li>کیش آن ڈیلیوری</li>',
 '<li>ادائیگی: <a href="/faq/payments">کیش آن ڈیلیوری</a></li><li><a href="/help/delivery-details">سادہ پارسل</a>، نہ نام، نہ تصویر</li>'),
('delivery-details', 'The parcel is plain', '<h2>کام کی باتیں</h2><ul>',
 '<h2>کام کی باتیں</h2><ul><li>پیکنگ سادہ ہے: پارسل پر نہ چیز کا نام ہوتا ہے، نہ یہ کہ بھیجنے والی دکان کیا بیچتی ہے۔</li>')
) as u (key, english, before, after)
where t.slug = u.key and position(u.english in t.content) > 0 and position(u.before in t.translations #>> '{ur,content}') > 0;
