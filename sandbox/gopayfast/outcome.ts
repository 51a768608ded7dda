import { createHash, randomUUID } from 'node:crypto'

/** The merchant account of the stand-in. */
export interface GopayfastSettings {
  merchantId: string
  securedKey: string
}

/** Returns the fields of the notification, which are also added to the shopper's return URL. */
export function outcomeOf(
  { merchantId, securedKey }: GopayfastSettings,
  form: URLSearchParams,
  { code, message }: { code: string; message: string },
): URLSearchParams {
  const basket = form.get('BASKET_ID') ?? ''
  const hashInput = [basket, securedKey, merchantId, code].join('|')
  return new URLSearchParams({
    err_code: code,
    err_msg: message,
    basket_id: basket,
    order_date: (form.get('ORDER_DATE') ?? '').slice(0, 10),
    transaction_id: randomUUID(),
    validation_hash: createHash('sha256').update(hashInput).digest('hex'),
    transaction_amount: form.get('TXNAMT') ?? '',
    merchant_amount: form.get('TXNAMT') ?? '',
    transaction_currency: 'PKR',
    discounted_amount: '0',
    PaymentName: 'Wallet',
    masked_pan: '0300XXX8180',
    issuer_name: 'N/A',
    is_international: 'false',
    email_address: form.get('CUSTOMER_EMAIL_ADDRESS') ?? '',
    mobile_no: form.get('CUSTOMER_MOBILE_NO') ?? '',
    customer_id: '',
    recurring_txn: 'false',
    bill_number: 'N/A',
    additional_value: '',
    rdv_message_key: 'N/A',
  })
}
