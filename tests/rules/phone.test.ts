import { getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { whatsappUrl } from '../../app/contact/contact-info.ts'
import {
  formatPhone,
  normalizePhone,
  phoneCountryOptions,
  phoneFieldValue,
  readPhone,
  PHONE_COUNTRY_CODES,
} from '../../app/phone/phone.ts'
import { checkPhone, phoneFields, RUN_EVEN_IF_INVALID, withPhone } from '../../app/phone/phone.schema.ts'

const stored = (typed: string, country: unknown = 'PK') => {
  const read = readPhone(typed, country, 'delivery')
  return read.ok ? read.value : read.refusal
}

test.each([
  '03001234567',
  '0300-1234567',
  '0300 1234567',
  '0300.123.4567',
  ' 0300 12 34 567 ',
  '0300 1234567'.padStart(64),
  '3001234567',
  '923001234567',
  '+923001234567',
  '+92 300 1234567',
  '+92 (0)300 1234567',
  '+92 0300 1234567',
  ' 0092 300 1234567',
  '۰۳۰۰۱۲۳۴۵۶۷',
])('reads %s as a mobile number of Pakistan', (typed) => {
  expect(stored(typed)).toBe('+923001234567')
})

test('reads a number by the chosen country only', () => {
  expect(stored('050 123 4567', 'AE')).toBe('+971501234567')
  expect(stored('(415) 555-0132', 'US')).toBe('+14155550132')
  expect(stored('07400 123456', 'GB')).toBe('+447400123456')
  expect(stored('0300 1234567', 'nonsense')).toBe('+923001234567')
})

test('a country code in the number takes precedence over the chosen country', () => {
  expect(stored('+44 7400 123456', 'PK')).toBe('+447400123456')
  expect(stored('00971 50 123 4567', 'PK')).toBe('+971501234567')
})

test('refuses a number that is invalid in its country, with an example', () => {
  expect(stored('0300123456')).toBe(
    'Phone number is invalid. Example for Pakistan: 0301 2345678. For another country, choose it in the list.',
  )
  expect(stored('0300 1234567', 'AE')).toMatch(/^Phone number is invalid\. Example for United Arab Emirates: /)
  expect(stored('+92 300 12345')).toBe('Phone number is invalid. Please check the digits after the country code.')
  for (const typed of ['abc', '12', 'call 0300 1234567', '0300 1234567 ext 5', '0300 1234567'.padStart(65)])
    expect([typed, stored(typed)]).toEqual([
      typed,
      expect.stringMatching(/^Phone number is invalid\. Example for Pakistan/),
    ])
})

test('refuses more than 15 digits instead of cutting them', () => {
  for (const typed of ['1234567890123456', '+92 300 1234567 890123', '0300 1234567 8901234'])
    expect([typed, stored(typed)]).toEqual([typed, 'Phone number is invalid. It has more than 15 digits.'])
  // Zeros before the country code aren't counted.
  for (const typed of ['+43 1 234567890123', '0043 1 234567890123'])
    expect(readPhone(typed, 'PK', 'contact')).toEqual({ ok: true, value: '+431234567890123' })
})

test('two zeros begin a country code whichever country is chosen', () => {
  expect(readPhone(' 0092 300 1234567', 'US', 'contact')).toEqual({ ok: true, value: '+923001234567' })
})

test('requires a mobile number for deliveries, and accepts a landline elsewhere', () => {
  expect(stored('042 35761234')).toBe(
    'Please enter a mobile number: the rider calls it before delivery. Example for Pakistan: 0301 2345678. For another country, choose it in the list.',
  )
  expect(readPhone('042 35761234', 'PK', 'contact')).toEqual({ ok: true, value: '+924235761234' })
})

test('the countries have names and calling codes, with Pakistan first and then by name', () => {
  expect(phoneCountryOptions()[0]).toEqual({ code: 'PK', name: 'Pakistan', callingCode: '92' })
  const names = phoneCountryOptions()
    .slice(1)
    .map(({ name }) => name)
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
  expect(names).toContain('United Kingdom')
  for (const { code, callingCode } of phoneCountryOptions()) expect(callingCode).toBe(getCountryCallingCode(code))
})

test('a stored number shown in a field is read as the same number again, for every country', () => {
  const numbers = [...PHONE_COUNTRY_CODES, 'KZ', 'BR', 'GG', 'JM'] as const
  for (const country of numbers) {
    const e164 = getExampleNumber(country, examples)?.number ?? ''
    const shown = phoneFieldValue(e164)
    expect([country, readPhone(shown.number, shown.country, 'contact')]).toEqual([country, { ok: true, value: e164 }])
  }
  expect(phoneFieldValue(null)).toEqual({ country: 'PK', number: '' })
  expect(phoneFieldValue('+923001234567')).toEqual({ country: 'PK', number: '0300 1234567' })
  expect(phoneFieldValue('+447400123456')).toEqual({ country: 'GB', number: '07400 123456' })
  // Brazil isn't in the list.
  expect(phoneFieldValue('+5511961234567')).toEqual({ country: 'PK', number: '+55 11 96123 4567' })
  expect(phoneFieldValue('12')).toEqual({ country: 'PK', number: '12' })
})

test('formats Pakistani numbers without the country code and others with it', () => {
  expect(formatPhone('+923001234567')).toBe('0300 1234567')
  expect(formatPhone('+971501234567')).toBe('+971 50 123 4567')
  expect(formatPhone('no number')).toBe('no number')
})

test('a look-up only checks a number’s length, so that old numbers are found', () => {
  expect(normalizePhone('0300 1234567')).toBe('+923001234567')
  expect(normalizePhone('0399 1234567')).toBe('+923991234567')
  expect(normalizePhone('12')).toBeNull()
})

/** Reads a form with a short name and a phone number. Returns the form, or its errors. */
function readForm(use: 'contact' | 'delivery', missing: string | undefined, posted: object) {
  const schema = z
    .object({ ...phoneFields, name: z.string().max(3, 'Too long.') })
    .superRefine(checkPhone(use, missing), RUN_EVEN_IF_INVALID)
    .transform(withPhone)
  const { data, error } = schema.safeParse({ name: 'Ali', ...posted })
  return data ?? error?.issues.map(({ path, message }) => [...path, message])
}

test('a form stores its number in E.164, read by the chosen country', () => {
  const landline = { phone: ' 020 7946 0018 ', phoneCountry: 'GB' }
  expect(readForm('contact', undefined, landline)).toEqual({ name: 'Ali', phone: '+442079460018', phoneCountry: 'GB' })
})

test.each([
  ['0300 1234567', 'https://wa.me/923001234567'],
  ['+92 300 1234567', 'https://wa.me/923001234567'],
  ['+44 7911 123456', 'https://wa.me/447911123456'],
])('the shop’s number %s is linked in WhatsApp with its country code', (number, url) => {
  expect(whatsappUrl(number)).toBe(url)
})

test('a form’s number may be left out unless it is required', () => {
  for (const posted of [{ phone: '' }, {}])
    expect(readForm('contact', undefined, posted)).toEqual({ name: 'Ali', phone: undefined })
  expect(readForm('contact', 'Phone is required.', { phone: ' ' })).toEqual([['phone', 'Phone is required.']])
  expect(readForm('contact', 'Phone is required.', {})).toEqual([['phone', 'Phone is required.']])
})

test('a form’s invalid number is refused together with other errors', () => {
  expect(readForm('contact', undefined, { name: 'Alina', phone: '12' })).toEqual([
    ['name', 'Too long.'],
    ['phone', expect.stringMatching(/^Phone number is invalid\. Example for Pakistan/)],
  ])
  expect(readForm('delivery', undefined, { phone: '042 35761234' })).toEqual([
    ['phone', expect.stringMatching(/^Please enter a mobile number/)],
  ])
  expect(readForm('contact', 'Phone is required.', { name: undefined })).toEqual([
    ['name', expect.any(String)],
    ['phone', 'Phone is required.'],
  ])
})

test('a form with a list in place of a text is refused without the check of the number', () => {
  expect(readForm('contact', 'Phone is required.', { name: 'Alina', phone: ['0300', '1234567'] })).toEqual([
    ['phone', expect.any(String)],
    ['name', 'Too long.'],
  ])
})
