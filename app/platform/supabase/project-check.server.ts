import { z } from 'zod'
import type { Settings } from '../env.server'
import { SECOND } from '../time'
import { openBackends, type Backends } from './clients.server'
import { MAIL_FUNCTIONS } from './service-client.server'

const BUCKETS = ['files', 'products']
/** The pages that Auth's mails lead to. */
const REDIRECT_TARGETS = ['/reset-password', '/confirm-email']

const AuthSettings = z.object({
  external: z.object({ email: z.boolean(), google: z.boolean() }),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
})

/**
 * Asks the Supabase project of these settings what of the shop it lacks. Returns a sentence for each missing piece, with its
 * remedy; sends no mail and changes nothing. `pages` are the slugs that `page_content` has to hold.
 */
export async function checkProject(settings: Settings, pages: readonly string[]): Promise<string[]> {
  const keys = await checkKeys(settings)
  if (keys.length > 0) return keys
  const backends = openBackends(settings)
  const checks = [checkTables(backends, pages), checkBuckets(backends), checkAuth(settings), checkFunctions(settings)]
  return (await Promise.all(checks)).flat()
}

/** One call with a key of the project, not followed where it leads. */
function call({ SUPABASE_URL }: Settings, path: string, key: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${SUPABASE_URL}${path}`, {
    ...init,
    headers: { apikey: key, authorization: `Bearer ${key}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(10 * SECOND),
  })
}

/** Whether the project answers, and takes both keys. */
async function checkKeys(settings: Settings): Promise<string[]> {
  const refused = []
  for (const name of ['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'] as const) {
    const answer = await call(settings, '/auth/v1/settings', settings[name]).catch(() => null)
    if (!answer || answer.status >= 500)
      return ['SUPABASE_URL does not answer: check the address, and that the project is not paused.']
    if (!answer.ok) refused.push(`${name} is refused: copy it again from the project's API keys.`)
  }
  if (refused.length > 0) return refused
  const asOperator = await call(settings, '/auth/v1/admin/users?per_page=1', settings.SUPABASE_SECRET_KEY)
  return asOperator.ok ? [] : ['SUPABASE_SECRET_KEY is not a secret key: copy the secret one from the API keys.']
}

async function checkTables({ service }: Backends, pages: readonly string[]): Promise<string[]> {
  const { data, error } = await service.from('page_content').select('slug').eq('is_published', true)
  if (error) return [`The shop's tables are missing (${error.code}): run supabase db push.`]
  const missing = pages.filter((page) => !data.some(({ slug }) => slug === page))
  if (missing.length === 0) return []
  return [
    `There is no text for ${missing.join(', ')}: run supabase db push --include-seed, or write it in page_content.`,
  ]
}

async function checkBuckets({ service }: Backends): Promise<string[]> {
  const { data } = await service.storage.listBuckets()
  return BUCKETS.filter((bucket) => !data?.some(({ id }) => id === bucket)).map(
    (bucket) => `The bucket ${bucket} is missing: run supabase db push.`,
  )
}

async function checkAuth(settings: Settings): Promise<string[]> {
  const { PUBLIC_URL, SUPABASE_PUBLISHABLE_KEY: key, GOOGLE_CLIENT_ID: google } = settings
  const said = AuthSettings.parse(await (await call(settings, '/auth/v1/settings', key)).json())
  const led = await Promise.all(REDIRECT_TARGETS.map((page) => whereMailsLead(settings, `${PUBLIC_URL}${page}`)))
  const site = await whereMailsLead(settings)
  const push = 'run supabase config push.'
  return [
    said.external.email && !said.disable_signup ? '' : `Auth lets nobody sign up by e-mail: ${push}`,
    said.mailer_autoconfirm ? `Auth does not confirm e-mail addresses: ${push}` : '',
    google && !said.external.google
      ? `Auth does not know Google: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET in supabase/.env, then ${push}`
      : '',
    site === PUBLIC_URL ? '' : `Auth's site is ${site}, not PUBLIC_URL: set PUBLIC_URL in supabase/.env, then ${push}`,
    ...REDIRECT_TARGETS.map((page, place) =>
      led[place] === `${PUBLIC_URL}${page}`
        ? ''
        : `Auth refuses to lead to ${PUBLIC_URL}${page}: set it in supabase/.env (see supabase/.env.example), then ${push}`,
    ),
  ].filter(Boolean)
}

/** Where a mailed link leads that is no longer good, which tells what Auth allows. */
async function whereMailsLead(settings: Settings, wanted?: string): Promise<string> {
  const query = new URLSearchParams({ token: 'check', type: 'recovery', ...(wanted ? { redirect_to: wanted } : {}) })
  const { headers } = await call(settings, `/auth/v1/verify?${query.toString()}`, settings.SUPABASE_PUBLISHABLE_KEY)
  return (headers.get('location') ?? 'nowhere').replace(/[#?].*$/, '').replace(/\/$/, '')
}

/** A function is called with a body that it can't read, so that it says whether it knows the shop, and mails nothing. */
async function checkFunctions(settings: Settings): Promise<string[]> {
  const problems = await Promise.all(
    MAIL_FUNCTIONS.map(async (name) => {
      const path = `/functions/v1/${name}`
      const { status } = await call(settings, path, settings.SUPABASE_SECRET_KEY, { method: 'POST', body: 'check' })
      if (status === 404) return `The function ${name} is not deployed: run supabase functions deploy ${name}.`
      if (status !== 401 && status !== 403) return ''
      return `The function ${name} refuses the shop: supabase secrets set SHOP_SECRET_KEY to the project's secret key.`
    }),
  )
  return problems.filter(Boolean)
}
