import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { TestProject } from 'vitest/node'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { startSandbox } from '../../scripts/sandbox-process.ts'

/** A Supabase project for the contract tests, and an inbox that receives its mails. */
export interface ContractProject {
  url: string
  publishableKey: string
  secretKey: string
  /** A Mailpit, or a server with its API. */
  inbox: string
  /** The domain whose mails arrive there, for any local part. */
  mailDomain: string
  /** The address that the edge functions mail the shop at: their secret MAIL_SHOP_ADDRESS. */
  shopAddress: string
}

const VARIABLES = {
  url: 'CONTRACT_SUPABASE_URL',
  publishableKey: 'CONTRACT_PUBLISHABLE_KEY',
  secretKey: 'CONTRACT_SECRET_KEY',
  inbox: 'CONTRACT_INBOX_URL',
  mailDomain: 'CONTRACT_MAIL_DOMAIN',
  shopAddress: 'CONTRACT_SHOP_ADDRESS',
} as const satisfies Record<keyof ContractProject, string>

/** Returns the project in the environment, or null if there is none. Throws if it is incomplete. */
export function projectFrom(environment: Record<string, string | undefined>): ContractProject | null {
  const names = Object.values(VARIABLES)
  const missing = names.filter((name) => !environment[name])
  if (missing.length === names.length) return null
  if (missing.length > 0) throw new Error(`A contract test of a hosted project needs ${missing.join(', ')} too.`)
  const value = (name: string) => environment[name] ?? ''
  return {
    url: value(VARIABLES.url).replace(/\/$/, ''),
    publishableKey: value(VARIABLES.publishableKey),
    secretKey: value(VARIABLES.secretKey),
    inbox: value(VARIABLES.inbox).replace(/\/$/, ''),
    mailDomain: value(VARIABLES.mailDomain),
    shopAddress: value(VARIABLES.shopAddress),
  }
}

const TABLES = [
  'profiles',
  'products',
  'orders',
  'page_content',
  'social_media',
  'faq_categories',
  'company_works',
  'career_positions',
  'predefined_questions',
  'user_conversations',
] as const
const FOLDERS = ['review-images', 'profilePictures', 'chat-attachments']

/** Returns the environment's project, or else a sandbox with only a new shop's texts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const hosted = projectFrom(process.env)
  if (hosted) {
    project.provide('contract', hosted)
    return async () => {}
  }
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  const sandbox = await startSandbox({ folder, shop: 'http://127.0.0.1', port: 0, seeds: 'production' })
  const {
    SUPABASE_URL = '',
    SUPABASE_PUBLISHABLE_KEY = '',
    SUPABASE_SECRET_KEY = '',
    MAILBOX_URL = '',
  } = sandbox.settings
  project.provide('contract', {
    url: SUPABASE_URL,
    publishableKey: SUPABASE_PUBLISHABLE_KEY,
    secretKey: SUPABASE_SECRET_KEY,
    inbox: MAILBOX_URL,
    mailDomain: 'example.com',
    shopAddress: 'hello@chambeli.example',
  })
  const before = await countEverything(SUPABASE_URL, SUPABASE_SECRET_KEY)
  return async () => {
    const after = await countEverything(SUPABASE_URL, SUPABASE_SECRET_KEY)
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
    if (after !== before) throw new Error(`The contract tests left something behind: ${after}, not ${before}.`)
  }
}

/** Counts everything that the tests create, as text to compare. */
async function countEverything(url: string, secretKey: string): Promise<string> {
  const backend = createClient<Database>(url, secretKey, { auth: { persistSession: false } })
  const { data: people } = await backend.auth.admin.listUsers({ page: 1, perPage: 1000 })
  const counts = await Promise.all(
    TABLES.map(async (table) => `${(await backend.from(table).select('id')).data?.length} ${table}`),
  )
  const files = await Promise.all(
    FOLDERS.map(async (name) => `${(await backend.storage.from('files').list(name)).data?.length} in ${name}`),
  )
  return [`${people.users.length} people`, ...counts, ...files].join(', ')
}

declare module 'vitest' {
  export interface ProvidedContext {
    contract: ContractProject
  }
}
