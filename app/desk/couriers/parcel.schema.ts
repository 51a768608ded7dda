import { z } from 'zod'
import { cleanText } from '~/platform/text'
import type { Deduction, SettlementColumns } from '~/couriers/settlement-words'
import { plain, required, text, tick, version } from '../form/form-fields'
import { isDay } from '../form/local-time'
import { parseMarks } from '../orders/order-query'

export const cancelSchema = z.object({ intent: z.literal('cancel'), id: z.guid(), version })

export const againSchema = z.object({
  intent: z.literal('again'),
  order: z.string().transform((mark) => parseMarks([mark])),
  city: required('Please enter the city as the courier writes it.', 100),
})

export const numbersSchema = z
  .object({
    courier: required('Please enter the courier.', 40),
    numbers: text(40_000).optional(),
    file: z.preprocess(
      (value) => (value instanceof File && value.size > 0 ? value : undefined),
      z.instanceof(File).optional(),
    ),
  })
  .refine(({ numbers, file }) => Boolean(numbers) !== Boolean(file), {
    path: ['numbers'],
    error: 'Please paste the numbers, or choose a file.',
  })

const tableSchema = z.object({
  line: z.number(),
  headings: z.array(z.string()),
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
})

/** A list of parcels with its columns; `table` is the list as the page before had it. */
export const handOverSchema = z.object({
  intent: z.enum(['look', 'record']),
  courier: required('Please enter the courier.', 40),
  table: z.string().transform((text, { addIssue }) => {
    try {
      const clean = (_key: string, value: unknown) => (typeof value === 'string' ? cleanText(value) : value)
      return tableSchema.parse(JSON.parse(text, clean))
    } catch {
      addIssue({ code: 'custom', message: 'Please choose the list again.' })
      return z.NEVER
    }
  }),
  order: text(200).default(''),
  tracking: text(200).default(''),
  state: text(200).default(''),
  is_shipped: tick,
})

export const settlementSchema = z.object({
  courier: required('Please enter the courier.', 40),
  file: z.instanceof(File, { error: 'Please choose a file.' }).refine(({ size }) => size > 0, 'The file is empty.'),
})

const heading = text(200).default('')
/** Fields by other names say what a column of deductions is, as `deductionOf` has it. */
export const columnsSchema = z.looseObject({
  intent: z.literal('columns'),
  version,
  tracking: heading,
  order: heading,
  collected: heading,
  net: heading,
  state: heading,
})

/** What a column of deductions is, as its field sends it: `charge:Fuel surcharge`. */
export const deductionOf = (kind: Deduction, name: string) => `${kind}:${name}`

/** Returns the columns as the database has them. */
export function namedColumns({ intent: _, version: __, ...fields }: z.output<typeof columnsSchema>): SettlementColumns {
  const { tracking, order, collected, net, state, ...others } = fields
  const deductions = Object.values(others).flatMap((value) => {
    const [, kind, name] = /^([a-z_]+):(.+)$/.exec(String(value)) ?? []
    return kind && name ? [[name, kind as Deduction] as const] : []
  })
  return { tracking, order, collected, net, state, deductions: Object.fromEntries(deductions) }
}

export const applySchema = z.object({ intent: z.literal('apply'), version, seen: text(40) })

const ASKED_REASON = 'Please say why.'
export const takeBackSchema = z.object({
  intent: z.literal('take_back'),
  version,
  reason: required(ASKED_REASON, 300),
})

const ASKED_SUM = 'Please enter the sum in rupees, such as 2499 or 2499.50.'
export const receivedSchema = z.object({
  intent: z.literal('received'),
  version,
  amount: plain(ASKED_SUM)
    .regex(/^-?\d{1,9}(\.\d{1,2})?$/, ASKED_SUM)
    .transform(Number),
  on: plain('Please enter the day.').refine(isDay, 'Please enter the day.'),
})

/** `rest` is what is left, as `restMark` has it. */
export const writeOffSchema = z.object({
  intent: z.literal('write_off'),
  version,
  rest: z.string({ error: 'Please choose what to write off.' }).regex(/^[0-9a-z-]+:-?\d+$/, 'Please choose again.'),
  reason: required(ASKED_REASON, 300),
})

/** What is left of a row, a parcel or the sum at the bank, as a field sends it; in paisa. */
export const restMark = (subject: string, rest: number) => `${subject}:${rest}`

export function parseRest(mark: string): { subject: string; amount: number } {
  const [subject = '', paisa = ''] = mark.split(':')
  return { subject, amount: Number(paisa) / 100 }
}
