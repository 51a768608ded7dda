import { z } from 'zod'
import { normalizePhone } from '~/phone/phone'
import { moment, plain, tick, version } from '../form/form-fields'

const VALUE_WORDS = 'Please enter what the code takes off as a number above zero, such as 10 or 499.50.'
const MINIMUM_WORDS = 'Please enter a value of the goods in rupees, such as 3000, or nothing.'
const LIMIT_WORDS = 'Please enter a whole number from 1 to 1000000, or nothing.'
const CUSTOMER_WORDS = 'Please enter the e-mail address or the phone number of a shopper, or nothing.'
const CODE_WORDS = 'Please enter 2 to 40 Latin letters, digits and hyphens, such as EID-500.'

const AMOUNT = /^\d{1,8}(\.\d{1,2})?$/

const promoFields = z
  .object({
    kind: z.enum(['percent', 'fixed', 'delivery'], { error: 'Please choose what the code does.' }),
    value: plain(VALUE_WORDS).regex(AMOUNT, VALUE_WORDS).transform(Number).default(0),
    /** Local times in Pakistan. */
    starts_at: moment,
    ends_at: moment,
    /** Rupees. */
    minimum_total: plain().regex(AMOUNT, MINIMUM_WORDS).default('0').transform(Number),
    usage_limit: plain()
      .regex(/^\d{1,7}$/, LIMIT_WORDS)
      .transform(Number)
      .refine((uses) => uses >= 1 && uses <= 1_000_000, LIMIT_WORDS)
      .optional(),
    category_id: z.guid().nullable().default(null),
    is_first_order: tick,
    customer: plain()
      .max(254)
      .transform((typed) => normalizePhone(typed) ?? typed.toLowerCase())
      .refine((contact) => contact.startsWith('+') || z.email().safeParse(contact).success, CUSTOMER_WORDS)
      .nullable()
      .default(null),
  })
  .refine(({ kind, value }) => kind === 'delivery' || value > 0, { path: ['value'], message: VALUE_WORDS })
  .refine(({ kind, value }) => kind !== 'percent' || value <= 100, {
    path: ['value'],
    message: 'A code can take off at most 100 per cent.',
  })
  .refine(({ starts_at: from, ends_at: until }) => !from || !until || from < until, {
    path: ['ends_at'],
    message: 'It must end after it begins.',
  })

export const promoSchema = promoFields.safeExtend({ version })

export const newPromoSchema = promoFields.safeExtend({
  code: plain(CODE_WORDS)
    .toUpperCase()
    .min(2, CODE_WORDS)
    .max(40, CODE_WORDS)
    .regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/, CODE_WORDS),
})
