import type { AllWords } from './default-words'
import { URDU_ORDER_WORDS } from './urdu-order-words'

/** The words that mails in Urdu begin with, as in supabase/seeds/production/2_urdu.sql: a shop that is older than they are has none in its rows. */
export const URDU_WORDS: AllWords = {
  ...URDU_ORDER_WORDS,
  newsletter_welcome: {
    subject: 'خوش آمدید: {brand} کا نیوز لیٹر',
    heading: '',
    body: 'خوش آمدید! براہِ کرم تصدیق کریں کہ یہ ای میل آپ ہی کی ہے۔ پھر نئی آمد اور سیل کی خبر سب سے پہلے آپ کو ملے گی۔',
    button: 'جی ہاں، مجھے نیوز لیٹر بھیجیں',
    closing: 'تصدیق کے بغیر ہم اور کچھ نہیں بھیجیں گے۔ اسے ابھی یا بعد میں بند کرنے کے لیے: {end_link}',
  },
  back_in_stock: {
    subject: 'پھر دستیاب ہے: {product}، سائز {size}',
    heading: '',
    body: 'آپ نے بتانے کو کہا تھا: {product} سائز {size} میں پھر دستیاب ہے۔',
    button: 'یہاں دیکھیں',
    closing: `اس کے بارے میں ہم صرف یہی ایک ای میل بھیجتے ہیں۔

دوسرے سائز کی ای میلز بھی نہیں چاہییں؟ {end_link}`,
  },
  stock_alert_confirmation: {
    subject: '{product} واپس آئے تو ای میل کریں؟',
    heading: '',
    body: `کسی نے، شاید آپ ہی نے، کہا ہے کہ {product} سائز {size} میں واپس آئے تو اس ایڈریس پر ای میل کی جائے۔

اگر یہ ٹھیک ہے تو تین دن کے اندر تصدیق کریں۔`,
    button: 'جی، مجھے ای میل کریں',
    closing: 'اگر یہ آپ نے نہیں کہا تو اس ای میل کو رہنے دیں۔ دوسری نہیں آئے گی۔',
  },
  account_exists: {
    subject: 'آپ کا اکاؤنٹ پہلے سے موجود ہے',
    heading: '',
    body: 'کسی نے، شاید آپ ہی نے، ابھی اس ای میل سے {brand} کا اکاؤنٹ بنانا چاہا۔ اس ای میل کا اکاؤنٹ پہلے سے موجود ہے۔',
    button: 'لاگ ان کریں',
    closing: `پاس ورڈ یاد نہیں؟ نیا رکھیں: {password_link}

اگر یہ آپ نہیں تھیں تو اس ای میل کو رہنے دیں۔ کچھ نہیں بدلا۔`,
  },
}
