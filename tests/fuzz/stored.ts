import type { SupabaseClient } from '@supabase/supabase-js'
import type { z } from 'zod'
import { signUpSchema } from '../../app/account/account.schema.ts'
import { MAX_QUANTITY_PER_LINE } from '../../app/cart/cart.ts'
import { sendSchema } from '../../app/chat/chat.schema.ts'
import { contactSchema } from '../../app/contact/contact.schema.ts'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { cleanText } from '../../app/platform/text.ts'
import { ADDRESS_PARTS, eachPart } from '../../app/address/address-parts.ts'
import { addressSchema } from '../../app/address/address.schema.ts'
import { profileSchema, profileSetupSchema } from '../../app/profile/profile.schema.ts'
import { reviewSchema } from '../../app/reviews/review.schema.ts'

type Row = Record<string, unknown>
/** Converts a row to the fields of its form; null for rows that no form wrote. */
type AsForm = (row: Row) => { form: z.ZodType; fields: Row } | null

const ID = '11111111-1111-4111-8111-111111111111'
const email = (value: unknown) => ({ fullName: 'X', email: value, password: 'a-good-password' })

const addressFields = (row: Row) => ({
  ...eachPart((part) => row[ADDRESS_PARTS[part].column] ?? ''),
  phone: row.phone ?? '',
  country: row.country,
})

const TABLES: [keyof Database['public']['Tables'], AsForm][] = [
  [
    'profiles',
    ({ full_name, phone_number, address, city, gender, dob }) =>
      address || city || gender || dob
        ? { form: profileSetupSchema, fields: { name: full_name, phone: phone_number ?? '+923001234567', address, city, gender, dob } }
        : { form: profileSchema, fields: { fullName: full_name, phone: phone_number ?? '' } },
  ],
  [
    'profile_addresses',
    (row) => ({
      form: addressSchema,
      fields: {
        ...addressFields(row),
        label: row.address_type,
      },
    }),
  ],
  ['product_reviews', ({ rating, review_text }) => ({ form: reviewSchema, fields: { rating, text: review_text } })],
  ['newsletter_subscriptions', (row) => ({ form: signUpSchema, fields: email(row.email) })],
  [
    'contact_submissions',
    (row) => ({
      form: contactSchema,
      fields: {
        firstName: row.first_name,
        lastName: row.last_name ?? '',
        phone: row.phone ?? '',
        email: row.email,
        subject: row.subject ?? '',
        message: row.message,
      },
    }),
  ],
  [
    'chat_messages',
    ({ sender_type, message_text }) =>
      sender_type === 'userData'
        ? { form: sendSchema, fields: { newConversation: ID, tempId: ID, text: message_text } }
        : null,
  ],
  [
    'orders',
    ({ shipping_address }) => {
      const to = shipping_address as Row
      // Without a street, it belongs to a deleted account.
      if (!to.address_line1) return null
      return {
        form: addressSchema,
        fields: addressFields(to),
      }
    },
  ],
] // oxfmt-ignore

/** Returns everything stored that a form would refuse or normalise differently, one line each. */
export async function wronglyStored(backend: SupabaseClient<Database>, since: string): Promise<string[]> {
  const wrong: string[] = []
  for (const [table, asForm] of TABLES) {
    for (const row of await rowsOf(backend, table, since)) {
      const written = asForm(row)
      if (!written) continue
      const { form, fields } = written
      const parsed = form.safeParse(fields)
      const seen = JSON.stringify(fields).slice(0, 300)
      if (!parsed.success)
        wrong.push(`${table}: ${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message} ${seen}`)
      // Normalising a stored text again must not change it.
      else
        for (const [name, value] of Object.entries(parsed.data as Row))
          if (typeof value === 'string' && typeof fields[name] === 'string' && value !== fields[name])
            wrong.push(`${table}: ${name} would be stored as ${JSON.stringify(value).slice(0, 100)}: ${seen}`)
      for (const [name, value] of Object.entries(row))
        if (typeof value === 'string' && cleanText(value) !== value)
          wrong.push(`${table}: ${name} holds broken text: ${seen}`)
    }
  }
  const items = await rowsOf(backend, 'order_items')
  for (const { id, quantity } of items)
    if (!Number.isInteger(quantity) || Number(quantity) < 1 || Number(quantity) > MAX_QUANTITY_PER_LINE)
      wrong.push(`order_items: ${String(id)}`)
  wrong.push(...(await wrongAccounts(backend)))
  return wrong
}

async function rowsOf(
  backend: SupabaseClient<Database>,
  table: keyof Database['public']['Tables'],
  since?: string,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const all = backend.from(table).select('*')
    const asked = since ? all.gte('created_at', since) : all
    const { data, error } = await asked.order('id').range(rows.length, rows.length + 499)
    if (error) throw error
    rows.push(...(data as Row[]))
    if (data.length < 500) return rows
  }
}

async function wrongAccounts(backend: SupabaseClient<Database>): Promise<string[]> {
  const wrong: string[] = []
  for (let page = 1; ; page += 1) {
    const { data, error } = await backend.auth.admin.listUsers({ page, perPage: 200 })
    if (error) throw error
    for (const { email: address } of data.users)
      if (address && !signUpSchema.safeParse(email(address)).success) wrong.push(`account: ${JSON.stringify(address)}`)
    if (data.users.length < 200) return wrong
  }
}
