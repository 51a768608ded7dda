const SEE_ORDER = 'آرڈر دیکھیں'
const QUESTIONS = 'کوئی سوال؟ {support_email} پر لکھیں یا {support_phone} پر فون کریں۔'

/** The words that mails in Urdu about orders and returns begin with. */
export const URDU_ORDER_WORDS = {
  unpaid: {
    subject: 'آپ کے آرڈر {order} کی ادائیگی باقی ہے',
    heading: 'آرڈر مل گیا ہے، ادائیگی باقی ہے',
    body: `اگر آپ اس وقت ادائیگی کر رہی ہیں تو کچھ اور نہیں کرنا: {total} ملتے ہی ہم آپ کو ای میل کر دیں گے۔

آپ کی چیزیں ہم {hold_until} تک الگ رکھیں گے۔

آرڈر کے صفحے سے ادائیگی ہو سکتی ہے، کیش آن ڈیلیوری چنی جا سکتی ہے، یا آرڈر منسوخ ہو سکتا ہے۔`,
    button: '{total} ادا کریں',
    closing: QUESTIONS,
  },
  placed: {
    subject: 'آپ کا آرڈر {order}',
    heading: 'آپ کے آرڈر کا شکریہ',
    body: `پارسل پہنچنے پر {total} نقد ادا کریں۔ پارسل روانہ ہوتے ہی ہم ای میل کر دیں گے۔

بھیجنے سے پہلے ہم آپ کو فون کریں گے۔ اگر {hold_until} تک بات نہ ہو سکی تو آرڈر منسوخ ہو جائے گا۔`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  paid: {
    subject: 'آپ کے آرڈر {order} کی ادائیگی ہو گئی ہے',
    heading: 'شکریہ، آپ کی ادائیگی ہو گئی ہے',
    body: 'ہمیں آپ کے {total} مل گئے ہیں۔ پارسل روانہ ہوتے ہی ہم ای میل کر دیں گے۔',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  changed: {
    subject: 'آپ کے آرڈر {order} میں تبدیلی ہوئی ہے',
    heading: 'آپ کے آرڈر میں تبدیلی ہوئی ہے',
    body: `یہ تبدیلیاں ہوئی ہیں:

{changes}

ابھی {due} کی ادائیگی باقی ہے، جو آرڈر کے صفحے سے ہو سکتی ہے۔

{refund}

پارسل پہنچنے پر {cash} نقد ادا کریں۔

اس میں کچھ غلط ہو تو ہمیں فون کریں یا لکھیں۔`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  shipped: {
    subject: 'آپ کا آرڈر {order} روانہ ہو گیا ہے',
    heading: 'آپ کا آرڈر روانہ ہو گیا ہے',
    body: `ٹریکنگ نمبر: {tracking_number}

پارسل کے لیے {cash} نقد تیار رکھیں۔`,
    button: 'پارسل ٹریک کریں',
    closing: QUESTIONS,
  },
  delivered: {
    subject: 'آپ کا آرڈر {order} پہنچ گیا ہے',
    heading: 'آپ کا آرڈر پہنچ گیا ہے',
    body: 'امید ہے سب کچھ پسند آیا ہو گا۔ کوئی بات ٹھیک نہ ہو تو ہمیں لکھیں۔',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  returned_to_origin: {
    subject: 'آپ کا آرڈر {order} ہمارے پاس واپس آ رہا ہے',
    heading: 'آپ کا پارسل ہمارے پاس واپس آ رہا ہے',
    body: `کوریئر آپ کا پارسل نہیں پہنچا سکا اور اسے ہمارے پاس واپس لا رہا ہے۔ اگر آپ نے ادائیگی کر دی ہے تو پارسل یہاں پہنچتے ہی ہم رقم واپس بھیج دیں گے۔

اگر چیزیں اب بھی چاہییں تو ہمیں فون کریں یا لکھیں۔`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  cancelled: {
    subject: 'آپ کا آرڈر {order} منسوخ ہو گیا ہے',
    heading: 'آپ کا آرڈر منسوخ ہو گیا ہے',
    body: '{refunds}',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  refund_due: {
    subject: 'آپ کے آرڈر {order} کی رقم',
    heading: 'آپ کی رقم واپس کی جا رہی ہے',
    body: '{refund}',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  refunded: {
    subject: 'آپ کے آرڈر {order} کی رقم واپس بھیج دی گئی ہے',
    heading: 'ہم نے آپ کی رقم واپس بھیج دی ہے',
    body: '{refund}',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  return_requested: {
    subject: 'آرڈر {order}: {request} کی درخواست مل گئی ہے',
    heading: 'آپ کی درخواست مل گئی ہے',
    body: `{items}

ہم اسے دیکھ کر آپ کو ای میل کریں گے۔ تب تک سب کچھ سنبھال کر رکھیں۔

بدلے کی چیز ہم نے آپ کے لیے الگ رکھ لی ہے: {new_size}۔`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  return_approved: {
    subject: 'آرڈر {order}: {request} منظور ہو گئی ہے',
    heading: 'چیزیں ہمیں بھیج دیں',
    body: `{items}

چیز {send_until} تک بھیج دیں۔ پہنی ہوئی نہ ہو، لیبل لگا ہو، اور پارسل میں آرڈر نمبر لکھ کر رکھ دیں۔

کہاں بھیجنا ہے: {send_to}

{answer}

پہنچتے ہی ہم ای میل کر دیں گے۔`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  return_received: {
    subject: 'آرڈر {order}: {request} کا پارسل پہنچ گیا ہے',
    heading: 'آپ کا پارسل ہمیں مل گیا ہے',
    body: `{items}

{refund}

ہم اسے دیکھ کر بدلے کی چیز بھیج دیں گے: {new_size}۔`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  return_refused: {
    subject: 'آرڈر {order}: {request} کے بارے میں',
    heading: 'معذرت، یہ چیز ہم واپس نہیں لے سکتے',
    body: `{items}

{answer}`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  exchange_sent: {
    subject: 'آرڈر {order}: بدلے کی چیز روانہ ہو گئی ہے',
    heading: 'بدلے کی چیز روانہ ہو گئی ہے',
    body: '{items}',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
}
