import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { inject, vi } from 'vitest'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { Visitor } from './visitor.ts'

type Backend = SupabaseClient<Database>

const options = { auth: { persistSession: false, autoRefreshToken: false } }

/** Returns a client with the secret key, past row security. */
export function serviceClient(): Backend {
  const { SUPABASE_URL = '', SUPABASE_SECRET_KEY = '' } = inject('sandbox')
  return createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, options)
}

/** Returns a client with the publishable key and no session. */
export function anonymousClient(): Backend {
  const { SUPABASE_URL = '', SUPABASE_PUBLISHABLE_KEY = '' } = inject('sandbox')
  return createClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, options)
}

export interface Person {
  id: string
  email: string
  password: string
  name: string
}

/** Creates a user with a confirmed account. */
export async function newPerson(name = 'Test Person'): Promise<Person> {
  const email = `person-${randomUUID().slice(0, 8)}@example.com`
  const password = 'a-good-password'
  const { data, error } = await serviceClient().auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { full_name: name },
  })
  if (error) throw error
  return { id: data.user.id, email, password, name }
}

export async function asPerson({ email, password }: Person): Promise<Backend> {
  const backend = anonymousClient()
  const { error } = await backend.auth.signInWithPassword({ email, password })
  if (error) throw error
  return backend
}

export function newVisitor(): Visitor {
  return new Visitor(inject('shopUrl'))
}

/** Returns a visitor of the shared shop who is logged in as this user. */
export async function signedIn(person: Person): Promise<Visitor> {
  const visitor = newVisitor()
  const page = await visitor.post('/login', {
    emailOrPhone: person.email,
    password: person.password,
    keepSignedIn: 'on',
  })
  if (!visitor.cookies.has('website_session')) throw new Error(`Not signed in: ${page.text.slice(0, 300)}`)
  return visitor
}

/** Returns a product with sizes in stock and at least two colours. */
export async function someProduct(): Promise<{
  id: string
  slug: string
  name: string
  price: number
  size: string
  color: string
  stock: number | null
}> {
  const { data, error } = await anonymousClient().rpc('get_product_with_colors', {
    product_id: 'satin-nightgown-with-lace-hem',
  })
  if (error) throw error
  // The shop validates the function's result.
  const { product } = data as {
    product: {
      id: string
      slug: string
      name: string
      price: number
      colors: { name: string }[]
      variants: { label: string; stock: number | null }[]
    }
  }
  const variant = product.variants.find(({ stock }) => stock === null || stock > 10)
  return { ...product, size: variant?.label ?? '', color: product.colors[0]?.name ?? '', stock: variant?.stock ?? null }
}

interface ReceivedMail {
  subject: string
  html?: string
  text?: string
  headers?: Record<string, string>
}

/** Waits for the latest mail to an address, which may be sent after the response. */
export async function mailTo(address: string, subject: RegExp): Promise<ReceivedMail> {
  const { MAILBOX_URL = '' } = inject('sandbox')
  return vi.waitFor(
    async () => {
      const response = await fetch(`${MAILBOX_URL}/emails?to=${encodeURIComponent(address)}`)
      const mails = (await response.json()) as ReceivedMail[]
      const mail = mails.findLast((one) => subject.test(one.subject))
      if (!mail) throw new Error(`No mail ${subject} to ${address}.`)
      return mail
    },
    { timeout: 10_000 },
  )
}
