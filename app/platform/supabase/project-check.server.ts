import { z } from 'zod'
import type { Settings } from '../env.server'
import { SECOND } from '../time'
import { openBackends, type Backends } from './clients.server'
import { declaredMailFunctions } from './service-client.server'
import { declaredBuckets } from './uploads.server'

const authSettingsSchema = z.object({
  external: z.object({ email: z.boolean(), google: z.boolean() }),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
})

/** What rooms need of the project, besides the buckets and functions that they declare. */
export interface ProjectNeeds {
  /** The pages that links in Auth's mails lead to. */
  mailLinks: readonly string[]
  /** Checks the rows that the shop can't do without. Returns a sentence for each problem. */
  checkRows: (backends: Backends) => Promise<string[]>
}

/**
 * Checks that the Supabase project has everything that the shop needs. Returns a sentence for each problem, with its remedy. Sends no
 * mail and changes nothing.
 */
export async function checkProject(settings: Settings, { mailLinks, checkRows }: ProjectNeeds): Promise<string[]> {
  const keys = await checkKeys(settings)
  if (keys.length > 0) return keys
  const backends = openBackends(settings)
  const checks = [checkRows(backends), checkBuckets(backends), checkAuth(settings, mailLinks), checkFunctions(settings)]
  return (await Promise.all(checks)).flat()
}

/** Calls the project with one of its keys, without following redirects. */
function call({ SUPABASE_URL }: Settings, path: string, key: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${SUPABASE_URL}${path}`, {
    ...init,
    headers: { apikey: key, authorization: `Bearer ${key}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(10 * SECOND),
  })
}

/** Checks that the project responds and accepts both keys. */
async function checkKeys(settings: Settings): Promise<string[]> {
  const refused = []
  for (const name of ['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'] as const) {
    const response = await call(settings, '/auth/v1/settings', settings[name]).catch(() => null)
    if (!response) return ['SUPABASE_URL does not answer: check the address, and that the project is not paused.']
    if (response.status >= 500)
      return [`Auth responds with ${response.status}: check that the project is not paused, and see its status.`]
    if (!response.ok) refused.push(`${name} is refused: copy it again from the project's API keys.`)
  }
  if (refused.length > 0) return refused
  const adminResponse = await call(settings, '/auth/v1/admin/users?per_page=1', settings.SUPABASE_SECRET_KEY)
  return adminResponse.ok ? [] : ['SUPABASE_SECRET_KEY is not a secret key: copy the secret one from the API keys.']
}

async function checkBuckets({ service }: Backends): Promise<string[]> {
  const { data, error } = await service.storage.listBuckets()
  if (error) return [`Storage does not list its buckets (${error.message}): try again, and see the project's status.`]
  return declaredBuckets()
    .filter((bucket) => !data.some(({ id }) => id === bucket))
    .map((bucket) => `The bucket ${bucket} is missing: run supabase db push --remote.`)
}

async function checkAuth(settings: Settings, mailLinks: readonly string[]): Promise<string[]> {
  const { PUBLIC_URL, SUPABASE_PUBLISHABLE_KEY: key, GOOGLE_CLIENT_ID: google } = settings
  const authSettings = authSettingsSchema.parse(await (await call(settings, '/auth/v1/settings', key)).json())
  const redirects = await Promise.all(mailLinks.map((page) => redirectTargetOf(settings, `${PUBLIC_URL}${page}`)))
  const site = await redirectTargetOf(settings)
  const push = 'run supabase config push.'
  return [
    authSettings.external.email && !authSettings.disable_signup ? '' : `Auth lets nobody sign up by e-mail: ${push}`,
    authSettings.mailer_autoconfirm ? `Auth does not confirm e-mail addresses: ${push}` : '',
    google && !authSettings.external.google
      ? `Auth does not know Google: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET in .env, then ${push}`
      : '',
    site === PUBLIC_URL ? '' : `Auth's site is ${site}, not PUBLIC_URL: set PUBLIC_URL in .env, then ${push}`,
    ...mailLinks.map((page, index) =>
      redirects[index] === `${PUBLIC_URL}${page}`
        ? ''
        : `Auth refuses to lead to ${PUBLIC_URL}${page}: set it in supabase/.env (see supabase/.env.example), then ${push}`,
    ),
  ].filter(Boolean)
}

/** Returns the redirect of an expired mail link, which shows whether Auth allows `wanted`. */
async function redirectTargetOf(settings: Settings, wanted?: string): Promise<string> {
  const query = new URLSearchParams({ token: 'check', type: 'recovery', ...(wanted ? { redirect_to: wanted } : {}) })
  const { headers } = await call(settings, `/auth/v1/verify?${query.toString()}`, settings.SUPABASE_PUBLISHABLE_KEY)
  const [page = ''] = (headers.get('location') ?? 'nowhere').split(/[#?]/, 1)
  return page.replace(/\/$/, '')
}

/** Calls each function with an invalid body: its status tells whether it accepts the shop's key, and it sends no mail. */
async function checkFunctions(settings: Settings): Promise<string[]> {
  const problems = await Promise.all(
    declaredMailFunctions().map(async (name) => {
      const path = `/functions/v1/${name}`
      const { status } = await call(settings, path, settings.SUPABASE_SECRET_KEY, { method: 'POST', body: 'check' })
      if (status === 404) return `The function ${name} is not deployed: run supabase functions deploy ${name}.`
      if (status !== 401 && status !== 403) return ''
      return `The function ${name} refuses the shop: supabase secrets set SHOP_SECRET_KEY to the project's secret key.`
    }),
  )
  return problems.filter(Boolean)
}
