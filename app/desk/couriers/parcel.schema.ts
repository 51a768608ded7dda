import { z } from 'zod'
import { cleanText } from '~/platform/text'
import { required, text, tick, version } from '../form/form-fields'
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
  order: required('Please choose the column of the order numbers.', 200),
  tracking: required('Please choose the column of the tracking numbers.', 200),
  is_shipped: tick,
})

export const settlementSchema = z.object({
  courier: required('Please enter the courier.', 40),
  file: z.instanceof(File, { error: 'Please choose a CSV file.' }).refine(({ size }) => size > 0, 'The file is empty.'),
})

const heading = text(200).default('')
export const columnsSchema = z.object({
  intent: z.literal('columns'),
  version,
  tracking: heading,
  order: heading,
  collected: heading,
  charges: heading,
  state: heading,
})

export const applySchema = z.object({ intent: z.literal('apply'), version, seen: text(40) })
