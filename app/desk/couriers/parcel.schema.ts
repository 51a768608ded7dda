import { z } from 'zod'
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
    is_shipped: tick,
  })
  .refine(({ numbers, file }) => Boolean(numbers) !== Boolean(file), {
    path: ['numbers'],
    error: 'Please paste the numbers, or choose a file.',
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
