import { m } from '~/language/messages'
import { z } from 'zod'
import { plainText } from '~/platform/text'
import { findBraSize } from './bra-size'
import { toCentimetres } from './size-charts'

const FRACTIONS: Record<string, string> = { '¼': ' 1/4', '½': ' 1/2', '¾': ' 3/4', '⁄': '/' }

const LENGTH = /^(\d+(?:\.\d*)?|\.\d+)(?:[ -]+([1-7])\/([248]))?\s*(?:cm|in|")?$/i

/** Returns the number of a typed length: '76', '76,5', '29.5 in', '29 1/2' or '29½'. NaN for anything else. */
function typedNumber(text: string): number {
  const plain = plainText(text)
    .replace(/[,٫]/, '.')
    .replace(/[¼½¾⁄]/g, (sign) => FRACTIONS[sign] ?? sign)
  const [, whole = '', over, under] = LENGTH.exec(plain.trim()) ?? []
  return whole === '' ? NaN : Number(whole) + (under ? Number(over) / Number(under) : 0)
}

const length = (missing: () => string) =>
  z
    .string({ error: () => missing() })
    .max(20, { error: () => m.sizes_enter_number() })
    .transform(typedNumber)
    .refine((value) => Number.isFinite(value) && value > 0, { error: () => m.sizes_enter_number() })

/** The size finder's form. Transforms two measurements into a size, with the underbust in centimetres. */
export const sizeFinderSchema = z
  .object({
    underbust: length(m.sizes_enter_underbust),
    bust: length(m.sizes_enter_bust),
    unit: z.enum(['cm', 'in']).catch('cm'),
  })
  .transform(({ underbust, bust, unit }, context) => {
    const centimetres = toCentimetres(underbust, unit)
    const found = findBraSize(centimetres, toCentimetres(bust, unit))
    if (found.ok) return { size: found.value, underbust: centimetres }
    context.addIssue({ code: 'custom', path: [found.refusal.field], message: found.refusal.message })
    return z.NEVER
  })
