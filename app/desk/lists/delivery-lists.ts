import { normalizePhone } from '~/phone/phone'
import { WHOLE } from '../form/edit-fields'
import { plain, required } from '../form/form-fields'
import { EXAMPLE_WORDS, exampleSheet, SHEET_WORDS, sheetProblem, STATE_WORDS, wordsProblem } from '../couriers/sheet'
import { amount, column, lines, named, oneOf, optional, points, whole, yes, type Column } from './columns'
import type { List } from './list'
import { clock, day, duration, weekdays } from './time-columns'

const RUPEES = /^\d{1,6}(\.\d{1,2})?$/
const FREE_WORDS = 'Please enter a value in rupees above zero, or nothing.'
const DAYS_WORDS = 'Please enter a number of days.'
const rupees = (asked: string, wrong: string) => plain(asked).regex(RUPEES, wrong).transform(Number)
const fee = rupees('Please enter a price in rupees.', 'Please enter a price in rupees, such as 150 or 150.50.')
const freeFrom = rupees('', FREE_WORDS).refine((sum) => sum > 0, FREE_WORDS)

const CONTACT_HINT =
  'A phone number, an e-mail address, or the first line of an address and its city with a comma between.'
/** In lower case, and a phone number with its country code, as orders are compared with it. */
const contact = required('Please enter a phone number, an e-mail address or an address.', 254)
  .min(5, CONTACT_HINT)
  .transform((typed) => normalizePhone(typed) ?? typed.toLowerCase())

export const DELIVERY_LISTS = {
  delivery: {
    title: 'Countries and prices',
    noun: 'country',
    about:
      'What delivery costs and how long it takes: in the cart, at the checkout and wherever texts quote it. Addresses can name these countries only, and the shop always delivers in Pakistan.',
    fields: [
      yes('is_served', 'We deliver there'),
      [
        amount('fee', 'Price in rupees', fee),
        amount('free_from', 'Free from, in rupees', freeFrom.optional()),
        whole('first_day', 'From business day', 0, 60, DAYS_WORDS),
        whole('last_day', 'To business day', 0, 60, DAYS_WORDS),
      ],
    ],
    problem: ({ first_day: first, last_day: last }) =>
      Number(first) > Number(last) ? ['last_day', 'The last day can’t be before the first.'] : null,
  },
  delivery_area: {
    title: 'Cities with prices of their own',
    noun: 'area',
    about:
      'What delivery costs in some cities of Pakistan, if that isn’t the country’s price. The cart calls the price an estimate then; the checkout knows the city.',
    fields: [
      named('name', 'Name', 80, { hint: 'Texts of the shop quote it, such as Karachi or Gilgit-Baltistan.' }),
      points('cities', 'Cities, one in a line, as shoppers write them'),
      [amount('fee', 'Price in rupees', fee), amount('free_from', 'Free from, in rupees', freeFrom.optional())],
    ],
    shown: ['cities', 'fee', 'free_from'],
    problem: ({ cities }) => (Array.isArray(cities) && cities.length === 0 ? ['cities', 'Please enter a city.'] : null),
  },
  delivery_rules: {
    title: 'Cut-off and business days',
    noun: 'rules',
    about:
      'Until when an order counts for the same day, and on which days parcels are sent and delivered. Every promised day of arrival follows them.',
    fields: [
      [clock('cut_off', 'Cut-off', 'Pakistan’s time. Later orders are sent a business day later.')],
      weekdays('business_days', 'Business days'),
    ],
  },
  holiday: {
    title: 'Holidays',
    noun: 'holiday',
    about:
      'Days on which nothing is sent or delivered. Promised days of arrival skip them. Each day of Eid is a holiday of its own: once the moon is seen, correct its day and take the tick away.',
    fields: [[named('name', 'Name', 80), day('day', 'Day')], yes('is_expected', 'Expected, until the moon is seen')],
    shown: ['day', 'is_expected'],
  },
} satisfies Record<string, List>

const WHO_ORDERS = Object.entries({ true: 'Everybody', false: 'People with an account' })

const NUMBER_WORDS = 'Please enter digits and hyphens, such as 1234567-8.'
const number = (name: string, label: string): Column => ({
  ...optional(name, label, 20, { dir: 'ltr' }),
  schema: plain()
    .regex(/^\d[\d-]{5,18}\d$/, NUMBER_WORDS)
    .optional(),
})
const RATE_WORDS = 'Please enter a percentage above 0 and up to 50, or nothing.'

const PERCENT_WORDS = 'Please enter a percentage from 1 to 999.'

export const PRICE_LISTS = {
  price_changes: {
    title: 'Large changes of prices',
    noun: 'limits',
    about:
      'Which prices the desk asks about before it takes them, so that no zero too few sells a suit for Rs. 250: for one product, for many at once and for files of products.',
    fields: [
      [
        whole('large_price_change', 'Changes of more than so many per cent', 1, 999, PERCENT_WORDS),
        amount('least_price', 'Prices below so many rupees', fee),
      ],
    ],
  },
} satisfies Record<string, List>

export const ORDER_LISTS = {
  tax: {
    title: 'Tax and invoices',
    noun: 'tax settings',
    about:
      'What invoices say of the shop. Prices have the sales tax in them. A change is for invoices from now on: those that were issued stay as they are.',
    fields: [
      [optional('business_name', 'Name of the business, if it isn’t the shop’s', 120)],
      [number('ntn', 'NTN'), number('strn', 'STRN, if registered for the sales tax')],
      {
        ...optional('sales_tax', 'Sales tax in percent', 6, {
          ...WHOLE,
          hint: 'Empty if the shop isn’t registered for it.',
        }),
        schema: plain()
          .regex(/^\d{1,2}(\.\d{1,2})?$/, RATE_WORDS)
          .transform(Number)
          .refine((rate) => rate > 0 && rate <= 50, RATE_WORDS)
          .optional(),
      },
    ],
    problem: ({ sales_tax: rate, strn }) =>
      rate !== undefined && strn === undefined ? ['strn', 'The sales tax needs the number of its registration.'] : null,
  },
  courier: {
    title: 'Couriers and their sheets',
    noun: 'courier',
    about:
      'A courier without a connection takes orders as a sheet, and says in a file what became of them. Add one by its name alone: its page then begins with an example.',
    fields: [
      named('name', 'Name', 40),
      lines(
        'sheet',
        'Sheet, such as COD Amount = To collect',
        `In each line the heading of a column, =, and what is in it: ${SHEET_WORDS}; or a text in quotation marks, such as the number of your account. What a new courier begins with is an example: compare it with the courier’s own sheet.`,
        sheetProblem,
        ({ name }) => exampleSheet(String(name)),
      ),
      [
        optional('tracking_heading', 'Heading of the tracking number, in files that come back', 200),
        optional('state_heading', 'Heading of where a parcel is', 200),
      ],
      lines(
        'state_words',
        'What its words mean, such as Handed over = Delivered',
        `In each line the courier’s words for where a parcel is, =, and ${STATE_WORDS}.`,
        wordsProblem,
        () => EXAMPLE_WORDS,
      ),
    ],
    shown: ['sheet', 'tracking_heading', 'state_words'],
    usedBy: 'Parcels and settlements',
  },
  price_rules: {
    title: 'Whole rupees',
    noun: 'rounding',
    about:
      'Riders collect no paisa. With this on, discounted prices and what a promo code takes off are rounded to whole rupees, and a list price with paisa sells for the rupees in it. Neither delivery nor a discount on an order can have paisa then. Orders that were placed keep their sums.',
    fields: [yes('has_whole_rupees', 'Sell in whole rupees')],
  },
  guests: {
    title: 'Guests',
    noun: 'setting',
    about:
      'Whether people without an account can order: the dialog at the checkout then has “Continue as guest”. They may leave out the e-mail address of a cash order if you let them; such an order says “Nothing is mailed”, and you send its page by WhatsApp.',
    fields: [
      oneOf('guests_order', 'Who may order', WHO_ORDERS, 'Not decided: by the server’s GUEST_CHECKOUT'),
      yes('guest_email_optional', 'Guests need no e-mail address for a cash order'),
    ],
  },
  own_changes: {
    title: 'Changes by shoppers',
    noun: 'setting',
    about:
      'With this on, shoppers change the address, the phone number, sizes, colours and pieces of their orders themselves until they are packed. The order shows what was changed, and says “Changed by the shopper” in the list. Off, they ask you. They can cancel an order until it is sent either way.',
    fields: [yes('shoppers_change', 'Shoppers may change their orders')],
  },
  cash_rules: {
    title: 'Cash on delivery',
    noun: 'fee',
    about:
      'What cash on delivery costs beside delivery: cart and checkout say it before an order is placed, and the rider collects it. Orders that were placed keep their sums.',
    fields: [amount('cash_fee', 'Fee in rupees, 0 for none', fee)],
  },
  order_rules: {
    title: 'Limits of orders',
    noun: 'limits',
    about:
      'How long orders that nobody has paid or confirmed keep their pieces, how many somebody may have open, how large they are, for how long a step at the desk can be taken back, and how often an order is called about.',
    fields: [
      [
        duration('unpaid_hold', 'Minutes until an unpaid card order ends', 'minutes', 5, 10_080),
        duration('unconfirmed_hold', 'Hours until an unconfirmed cash order ends', 'hours', 1, 720),
        whole('most_unpaid', 'Unpaid card orders of one shopper', 1, 1000),
        whole('most_cash', 'Cash orders on their way to an account', 1, 1000),
        whole('most_unconfirmed', 'Unconfirmed cash orders of a guest', 1, 1000),
        whole('most_a_day', 'Orders of one shopper in a day', 1, 1000),
        whole('most_pieces', 'Pieces of one size in an order', 1, 9999),
        duration('take_back_hold', 'Hours in which a step can be taken back', 'hours', 1, 720),
        duration('mail_delay', 'Minutes that the mails of a step wait', 'minutes', 0, 120),
        whole('most_calls', 'Calls before an unconfirmed order is cancelled', 1, 10),
        duration('call_pause', 'Minutes after a call until the next one counts', 'minutes', 0, 1440),
      ],
    ],
  },
  block: {
    title: 'Blocked contacts',
    noun: 'blocked contact',
    about:
      'Phone numbers, e-mail addresses and street addresses that no cash orders are taken from, until a day. Such a shopper is asked to call or write, and may pay by card.',
    fields: [
      column('contact', 'Contact', contact, { hint: CONTACT_HINT }),
      [named('reason', 'Reason', 300), day('ends', 'Blocked until')],
    ],
    shown: ['reason', 'ends'],
  },
} satisfies Record<string, List>
