import type { MailKind, MailToSend, ShopperMailKind } from '../claimed-mail'
import { composeMail } from '../compose.server'
import type { ComposedMail } from '../to-html.server'
import { publicUrl } from '~/platform/public-url'
import type { WordedKind } from './default-words'
import type { Values } from './fill-words'
import { composeLetter, type Letterhead } from './letter.server'

type LetterKind = Exclude<WordedKind, MailKind>

const PRODUCT = 'Guest robe'
const LETTERS: Record<LetterKind, { path: string; values?: Values }> = {
  newsletter_welcome: { path: '/newsletter/confirm?…', values: { end_link: 'the link' } },
  back_in_stock: { path: '/product/guest-robe', values: { product: PRODUCT, size: 'M', end_link: 'the link' } },
  stock_alert_confirmation: { path: '/back-in-stock/confirm?token=…', values: { product: PRODUCT, size: 'M' } },
  account_exists: { path: '/login', values: { password_link: 'the link' } },
}
const isLetter = (kind: WordedKind): kind is LetterKind => Object.hasOwn(LETTERS, kind)

/** Composes a mail of a kind as it would be sent, about an order that doesn't exist. */
export function composeSample(letterhead: Letterhead, kind: WordedKind): ComposedMail {
  if (!isLetter(kind)) return composeMail(letterhead, sampleOf(kind))
  const { path, values } = LETTERS[kind]
  return composeLetter(letterhead, kind, publicUrl(letterhead.settings, path), values)
}

const ID = '00000000-0000-4000-8000-000000000000'
const REFUND = {
  amount: 315_000,
  reason: 'order_cancelled',
  provider: 'payfast',
  provider_payment_id: '1',
  refunded_at: null,
} as const

const CHANGE_REFUND = { ...REFUND, reason: 'order_changed' } as const
const RETURN_REFUND = { ...REFUND, reason: 'returned' } as const

/** Returns a mail about an order that doesn’t exist, as the outbox has it. */
export function sampleOf(kind: ShopperMailKind): MailToSend {
  const refund =
    kind === 'refunded'
      ? { ...REFUND, refunded_at: '2026-03-05T07:00:00Z' }
      : kind === 'changed'
        ? CHANGE_REFUND
        : REFUND
  const isAboutRefund = kind === 'refunded' || kind === 'refund_due'
  return {
    id: ID,
    kind,
    attempts: 1,
    is_given_up: false,
    to: null,
    order: {
      order_id: 'ORD-1772400000000-123',
      link_number: 0,
      user_id: ID,
      status: 'Processing',
      payment_method: ['placed', 'shipped', 'changed'].includes(kind) ? 'cod' : 'payfast',
      contact_email: 'somebody@example.com',
      contact_phone: null,
      shipping_address: SAMPLE_ADDRESS,
      shipping_method: 'Standard Method',
      ...SAMPLE_SUMS,
      due_amount: kind === 'changed' ? 20_000 : 0,
      changes: kind === 'changed' ? [SAMPLE_CHANGE] : [],
      failure_reason: null,
      tracking_number: 'TCS-4711',
      notes: null,
      arrives_from: '2026-03-05',
      arrives_until: '2026-03-09',
      hold_until: '2026-03-02T09:00:00Z',
      refunds: isAboutRefund || kind === 'cancelled' || kind === 'changed' ? [refund] : [],
    },
    items: [SAMPLE_ITEM],
    refund: isAboutRefund ? refund : kind === 'return_received' ? RETURN_REFUND : null,
    names: {},
    return: kind.startsWith('return_') || kind === 'exchange_sent' ? SAMPLE_RETURN : null,
  }
}

const SAMPLE_ADDRESS = {
  first_name: 'Ayesha',
  last_name: 'Khan',
  address_line1: '12 Sample Street',
  city: 'Lahore',
  phone: null,
}

const SAMPLE_SUMS = {
  subtotal: 300_000,
  savings: 0,
  promo_discount: 0,
  discount: 0,
  delivery_fee: 15_000,
  cash_fee: 0,
  total_amount: 315_000,
}

const SAMPLE_TOLD = {
  items: [{ name: PRODUCT, size: 'M', color: 'Black', quantity: 2 }],
  address: SAMPLE_ADDRESS,
  cash_fee: 0,
  delivery_fee: 15_000,
  promo_discount: 0,
  discount: 0,
  discount_reason: null,
  subtotal: 300_000,
  savings: 0,
  total_amount: 315_000,
}
const SAMPLE_CHANGE = {
  at: '2026-03-02T08:00:00Z',
  by: 'shop' as const,
  mail: ID,
  before: { ...SAMPLE_TOLD, delivery_fee: 0, total_amount: 295_000, address: { ...SAMPLE_ADDRESS, city: 'Karachi' } },
  after: SAMPLE_TOLD,
}

/** Has a value for every placeholder. */
const SAMPLE_RETURN: MailToSend['return'] = {
  kind: 'exchange',
  answer: 'Here is what the desk writes.',
  history: [{ status: 'approved', timestamp: '2026-03-12T07:00:00Z' }],
  refund_amount: 0,
  due_amount: 50_000,
  items: [{ name: PRODUCT, quantity: 1, size: 'M', replacement: { name: 'Satin gown', size: 'L', color: 'Black' } }],
}

const SAMPLE_ITEM: MailToSend['items'][number] = {
  product_name: PRODUCT,
  product_image: '/pictures/guest-robe-black-front.webp',
  quantity: 2,
  price: 150_000,
  price_at_purchase: 150_000,
  set_off: 0,
  selected_color: 'Black',
  selected_size: 'M',
  subtotal: 300_000,
}
