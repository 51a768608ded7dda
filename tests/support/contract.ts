import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, inject, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../app/platform/supabase/database.types.ts'

// What the contract tests share. They speak to a project as supabase-js does, and take away what they bring.

type Backend = SupabaseClient<Database>

/** Part of every name and address of this run, so that two runs don't meet and this one finds its own again. */
const RUN = `contract-${randomUUID().slice(0, 8)}`
const options = { auth: { persistSession: false, autoRefreshToken: false } }

/** What has to be taken away again, the latest first. */
const leftovers: (() => PromiseLike<unknown>)[] = []

/** Takes something away when the file's tests are over, whether or not they succeeded. */
export function removeLater(remove: () => PromiseLike<unknown>): void {
  leftovers.push(remove)
}

afterAll(async () => {
  for (const remove of leftovers.splice(0).toReversed()) await remove()
  for (const id of await peopleOfThisRun()) await operator().auth.admin.deleteUser(id)
})

async function peopleOfThisRun(): Promise<string[]> {
  const { data, error } = await operator().auth.admin.listUsers({ page: 1, perPage: 1000 })
  if (error) throw error
  return data.users.filter(({ email }) => email?.startsWith(RUN)).map(({ id }) => id)
}

/** The project past row security. */
export function operator(): Backend {
  const { url, secretKey } = inject('contract')
  return createClient<Database>(url, secretKey, options)
}

/** The project as anybody who knows its address and publishable key. */
export function anybody(): Backend {
  const { url, publishableKey } = inject('contract')
  return createClient<Database>(url, publishableKey, options)
}

/** An e-mail address whose mails arrive in the inbox. */
export function newAddress(): string {
  return `${RUN}-${randomUUID().slice(0, 8)}@${inject('contract').mailDomain}`
}

/** A name that no row of the project has. */
export function newName(): string {
  return `${RUN} ${randomUUID().slice(0, 8)}`
}

export interface Person {
  id: string
  email: string
  password: string
}

/** A new person with a confirmed account. */
export async function newPerson(): Promise<Person> {
  const [email, password] = [newAddress(), 'a-good-password']
  const { data, error } = await operator().auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { full_name: 'Contract Person' },
  })
  if (error) throw error
  return { id: data.user.id, email, password }
}

/** The project as this person. */
export async function asPerson({ email, password }: Person): Promise<Backend> {
  const backend = anybody()
  const { error } = await backend.auth.signInWithPassword({ email, password })
  if (error) throw error
  return backend
}

/** The rows of an answer. Throws its error. */
export function rows<Row>({ data, error }: { data: Row; error: unknown }): NonNullable<Row> {
  if (error || !data) throw new Error('The project refused a row of the test.', { cause: error })
  return data
}

const Found = z.object({ messages: z.array(z.object({ ID: z.string(), Subject: z.string() })) })
const Mail = z.object({ Subject: z.string(), HTML: z.string(), Text: z.string() })
export type Mail = z.infer<typeof Mail>

/** The latest mail to an address; waits for it. */
export function mailTo(address: string, subject: RegExp): Promise<Mail> {
  return vi.waitFor(
    async () => {
      const { messages } = Found.parse(await readInbox(`search?query=${encodeURIComponent(`to:${address}`)}`))
      const found = messages.find((one) => subject.test(one.Subject))
      if (!found) throw new Error(`No mail ${subject} to ${address}.`)
      return Mail.parse(await readInbox(`message/${found.ID}`))
    },
    { timeout: 20_000, interval: 250 },
  )
}

/** Mailpit's API; a name and password in the inbox's address are sent as it asks for them. */
async function readInbox(path: string): Promise<unknown> {
  const inbox = new URL(inject('contract').inbox)
  const login = inbox.username ? `${decodeURIComponent(inbox.username)}:${decodeURIComponent(inbox.password)}` : ''
  inbox.username = inbox.password = ''
  const answer = await fetch(`${inbox.href.replace(/\/$/, '')}/api/v1/${path}`, {
    headers: login ? { authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {},
  })
  if (!answer.ok) throw new Error(`The inbox answered ${answer.status}.`)
  return answer.json()
}
