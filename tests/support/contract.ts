import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, inject, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../app/platform/supabase/database.types.ts'

// Shared by the contract tests. They use a project through supabase-js, and delete what they create.

export type Backend = SupabaseClient<Database>

/** Part of every name and address of this run, so that parallel runs don't conflict and it can find its rows. */
const RUN = `contract-${randomUUID().slice(0, 8)}`
const options = { auth: { persistSession: false, autoRefreshToken: false } }

/** Clean-up steps, in reverse order. */
const leftovers: (() => PromiseLike<unknown>)[] = []

/** Runs a clean-up step after the file's tests, whether or not they passed. */
export function cleanUp(remove: () => PromiseLike<unknown>): void {
  leftovers.push(remove)
}

afterAll(async () => {
  for (const remove of leftovers.splice(0).toReversed()) await remove()
  for (const id of await peopleOfThisRun()) await serviceClient().auth.admin.deleteUser(id)
})

async function peopleOfThisRun(): Promise<string[]> {
  const { data, error } = await serviceClient().auth.admin.listUsers({ page: 1, perPage: 1000 })
  if (error) throw error
  return data.users.filter(({ email }) => email?.startsWith(RUN)).map(({ id }) => id)
}

/** The project with the secret key, which bypasses row-level security. */
export function serviceClient(): Backend {
  const { url, secretKey } = inject('contract')
  return createClient<Database>(url, secretKey, options)
}

/** The project with the publishable key. */
export function anonymousClient(): Backend {
  const { url, publishableKey } = inject('contract')
  return createClient<Database>(url, publishableKey, options)
}

/** Returns an e-mail address whose mails arrive in the inbox. */
export function newAddress(): string {
  return `${RUN}-${randomUUID().slice(0, 8)}@${inject('contract').mailDomain}`
}

export function newName(): string {
  return `${RUN} ${randomUUID().slice(0, 8)}`
}

export interface Person {
  id: string
  email: string
  password: string
}

/** Creates a user with a confirmed account. */
export async function newPerson(): Promise<Person> {
  const [email, password] = [newAddress(), 'a-good-password']
  const { data, error } = await serviceClient().auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { full_name: 'Contract Person' },
  })
  if (error) throw error
  return { id: data.user.id, email, password }
}

export async function asPerson({ email, password }: Person): Promise<Backend> {
  const backend = anonymousClient()
  const { error } = await backend.auth.signInWithPassword({ email, password })
  if (error) throw error
  return backend
}

/** Returns the rows of a response. Throws its error. */
export function rows<Row>({ data, error }: { data: Row; error: unknown }): NonNullable<Row> {
  if (error || !data) throw new Error('The project refused a row of the test.', { cause: error })
  return data
}

const searchResultSchema = z.object({ messages: z.array(z.object({ ID: z.string(), Subject: z.string() })) })
const mailSchema = z.object({ Subject: z.string(), HTML: z.string(), Text: z.string() })
export type Mail = z.infer<typeof mailSchema>

/** Waits for the latest mail to an address and returns it. */
export function mailTo(address: string, subject: RegExp): Promise<Mail> {
  return vi.waitFor(
    async () => {
      const { messages } = searchResultSchema.parse(
        await readInbox(`search?query=${encodeURIComponent(`to:${address}`)}`),
      )
      const found = messages.find((one) => subject.test(one.Subject))
      if (!found) throw new Error(`No mail ${subject} to ${address}.`)
      return mailSchema.parse(await readInbox(`message/${found.ID}`))
    },
    { timeout: 20_000, interval: 250 },
  )
}

/** Calls Mailpit's API, with the name and password of the inbox's URL. */
async function readInbox(path: string): Promise<unknown> {
  const inbox = new URL(inject('contract').inbox)
  const login = inbox.username ? `${decodeURIComponent(inbox.username)}:${decodeURIComponent(inbox.password)}` : ''
  inbox.username = inbox.password = ''
  const response = await fetch(`${inbox.href.replace(/\/$/, '')}/api/v1/${path}`, {
    headers: login ? { authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {},
  })
  if (!response.ok) throw new Error(`The inbox responded ${response.status}.`)
  return response.json()
}
