import { z } from 'zod'
import { isEmail } from './email'

// What a setting has to be. `readSettings` adds its name and value.

export const url = z.url({ protocol: /^https?$/, error: 'has to be an http(s) address' })
/** An address without a path, as browsers write it. */
export const origin = url
  .transform((value) => new URL(value))
  .refine(
    ({ href, origin }) => href === `${origin}/`,
    'has to be an address without a path, such as https://shop.example.pk',
  )
  .transform((address) => address.origin)
export const email = z.string().refine(isEmail, 'has to be an e-mail address')
export const secret = z
  .string({ error: 'is missing' })
  .min(32, 'has to have at least 32 characters')
  .refine((value) => !/change-?me|placeholder|example|secret-?here|^x+$|your-/i.test(value), 'is still a placeholder')
export const required = z.string({ error: 'is missing' }).min(1, 'is missing')

/** Returns the schema of a number between two bounds, which may have a fraction. */
export function number(min: number, max: number) {
  const error = `has to be a number from ${min} to ${max}`
  return z.coerce.number({ error }).min(min, { error }).max(max, { error })
}

/** Returns the schema of a whole number between two bounds. */
export function whole(min: number, max: number) {
  const error = `has to be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}

/** Returns the schema of one of some words. */
export function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.enum(values, { error: `has to be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}` })
}

/** Whether a text lists IP addresses and CIDR ranges, separated by commas. */
function areAddresses(text: string): boolean {
  const entry = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  return text.split(',').every((part) => entry.safeParse(part.trim()).success)
}

export const addressList = z
  .string()
  .refine(areAddresses, 'has to be a list of addresses and ranges, separated by commas')

/** What a part needs unless it is off. */
export const NEEDED = {
  GOPAYFAST: ['GOPAYFAST_MERCHANT_ID', 'GOPAYFAST_SECURED_KEY'],
  POSTEX: ['POSTEX_TOKEN', 'POSTEX_PICKUP_ADDRESS'],
} as const
