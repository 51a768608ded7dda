import { createHash, randomUUID } from 'node:crypto'
import { createCookie } from '@remix-run/node'
import { z } from 'zod'
import type { Needs } from '~/platform/context.server'
import { keyOf, type LimitKey } from '~/platform/rate-limits.server'
import { DAY, SECOND } from '~/platform/time'
import type { Guess } from './guesses.server'

// A browser that has logged in before is counted separately ("device cookies", OWASP), so that other people's attempts can't lock it
// out. The cookie is only sent to the login page: other pages are cached for visitors without cookies.

const knownBrowserSchema = z.object({ id: z.string(), accounts: z.array(z.string()) })
const MAX_ACCOUNTS = 5

function cookieOf({ settings }: Needs<'settings'>) {
  const { SESSION_SECRET, PREVIOUS_SESSION_SECRET, PUBLIC_URL } = settings
  return createCookie('website_known_browser', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/login',
    secure: PUBLIC_URL.startsWith('https:'),
    secrets: [SESSION_SECRET, PREVIOUS_SESSION_SECRET].filter((secret) => secret !== undefined),
    maxAge: (365 * DAY) / SECOND,
  })
}

function hashOf(account: LimitKey): string {
  return createHash('sha256').update(account).digest('base64url').slice(0, 16)
}

async function read(context: Needs<'settings'>, request: Request): Promise<z.infer<typeof knownBrowserSchema>> {
  const known = knownBrowserSchema.safeParse(await cookieOf(context).parse(request.headers.get('cookie')))
  return known.success ? known.data : { id: randomUUID(), accounts: [] }
}

/** Returns an attempt to log in to an account, with this browser as its source if it has logged in there before, or else its network. */
export async function guessOf(
  context: Needs<'clientAddress' | 'settings'>,
  request: Request,
  account: LimitKey,
): Promise<Guess> {
  const { id, accounts } = await read(context, request)
  const isKnownBrowser = accounts.includes(hashOf(account))
  return { account, source: isKnownBrowser ? keyOf.browser(id) : keyOf.network(context), isKnownBrowser }
}

/** Remembers that this browser has logged in to an account. `names` are the keys that the account is counted by. */
export async function rememberBrowser(
  context: Needs<'sendCookie' | 'settings'>,
  request: Request,
  names: LimitKey[],
): Promise<void> {
  const { id, accounts } = await read(context, request)
  const added = names.map((name) => hashOf(name))
  const known = [...accounts.filter((one) => !added.includes(one)), ...added].slice(-MAX_ACCOUNTS)
  context.sendCookie(await cookieOf(context).serialize({ id, accounts: known }))
}
