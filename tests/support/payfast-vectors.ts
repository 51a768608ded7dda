type Pairs = [string, string][]

interface Vector {
  source: string
  pairs: Pairs
  passphrase: string
  signature: string
}

const noMore = (...names: string[]): Pairs => names.map((name) => [name, ''])

/** A notification's fields in PayFast's order; `values` are the non-empty ones. */
function notification(values: Record<string, string>): Pairs {
  const empty = noMore(
    'm_payment_id',
    'pf_payment_id',
    'payment_status',
    'item_name',
    'item_description',
    'amount_gross',
    'amount_fee',
    'amount_net',
    'custom_str1',
    'custom_str2',
    'custom_str3',
    'custom_str4',
    'custom_str5',
    'custom_int1',
    'custom_int2',
    'custom_int3',
    'custom_int4',
    'custom_int5',
    'name_first',
    'name_last',
    'email_address',
    'merchant_id',
  )
  return empty.map(([name]) => [name, values[name] ?? ''])
}

/** Published notifications with PayFast's signatures. */
export const SIGNED_NOTIFICATIONS: Vector[] = [
  {
    source: 'Payfast/payfast-php-sdk, tests/PaymentIntegrations/NotificationTest.php',
    pairs: notification({
      m_payment_id: '000000020',
      pf_payment_id: '1579137',
      payment_status: 'COMPLETE',
      item_name: 'Order #000000020',
      amount_gross: '15.00',
      amount_fee: '-2.30',
      amount_net: '12.70',
      name_first: 'Tom',
      name_last: 'Tom',
      email_address: 'lindley+user1@appinlet.com',
      merchant_id: '10027938',
    }),
    passphrase: '',
    signature: '4078bca2c8987e0e0c4e7230f2f46323',
  },
  {
    source: 'the same file, its first notification',
    pairs: notification({
      m_payment_id: '1234',
      pf_payment_id: '1221576',
      payment_status: 'COMPLETE',
      item_name: 'Order#123',
      amount_gross: '10.00',
      amount_fee: '-0.23',
      amount_net: '9.77',
      name_first: 'First',
      name_last: 'Last',
      email_address: 'test@test.com',
      merchant_id: '10000100',
    }),
    passphrase: 'jt7NOE43FZPn',
    signature: 'ac4c3e993d31b5b9d525dc0087051437',
  },
  {
    source: 'PiDelport/django-payfast, payfast/tests.py, test_known_good_itn_signature',
    pairs: notification({
      pf_payment_id: '558900',
      payment_status: 'COMPLETE',
      item_name: 'Flux capacitor',
      amount_gross: '123.00',
      amount_fee: '-2.80',
      amount_net: '120.20',
      name_first: 'Test',
      name_last: 'User 01',
      email_address: 'sbtu01@payfast.co.za',
      merchant_id: '10000100',
    }),
    passphrase: '',
    signature: '94b05677771813701468289ed3cabed1',
  },
]

/** Payment forms in the order in which they are signed. */
export const SIGNED_FORMS: Vector[] = [
  {
    source: 'Payfast/payfast-php-sdk, tests/unit/AuthTest.php, testGenerateSignatureOrdering',
    pairs: [
      ['merchant_id', '10028084'],
      ['merchant_key', '4hjoenwbwnuso'],
      ['return_url', 'https://test.com/billing/success'],
      ['cancel_url', 'https://test.com/billing/cancel'],
      ['notify_url', 'https://test.com/payfast/webhook'],
      ['name_first', 'Test'],
      ['name_last', 'Test'],
      ['email_address', 'test@test.com'],
      ['m_payment_id', '5'],
      ['amount', '5.00'],
      ['item_name', 'Test'],
      ['custom_int1', '1'],
      ['custom_int2', '1'],
      ['custom_str1', 'U29tZSBUZXN0IFN0cmluZw'],
      ['custom_str2', 'QW5vdGhlciBUZXN0IFN0cmluZw'],
      ['email_confirmation', '1'],
      ['confirmation_address', 'test@test.test'],
      ['subscription_type', '1'],
      ['billing_date', '2023-01-01'],
      ['recurring_amount', '5'],
      ['frequency', '3'],
      ['cycles', '0'],
    ],
    passphrase: 'payfastsandbox',
    signature: '3441682c5d8a65486f5b7cc8ce41d146',
  },
  {
    source: 'PiDelport/django-payfast, payfast/tests.py, test_checkout_signature',
    pairs: [
      ['merchant_id', '10000100'],
      ['merchant_key', '46f0cd694581a'],
      ['notify_url', 'http://127.0.0.1:8000/payfast/notify/'],
      ['name_first', 'Вася'],
      ['name_last', 'Пупников'],
      ['m_payment_id', '23'],
      ['amount', '234'],
      ['item_name', 'Payment (Планета суши). ID:272-15'],
    ],
    passphrase: '',
    signature: '481366608545707be67c6514386b3fb1',
  },
]
