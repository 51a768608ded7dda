import { createHash, randomUUID } from 'node:crypto'
import { createCookie } from '@remix-run/node'
import { z } from 'zod'
import type { Needs } from '~/platform/context.server'
import { keyOf, type LimitKey } from '~/platform/rate-limits.server'
import { DAY, SECOND } from '~/platform/time'
import type { Guess } from './guesses.server'

// A browser that has logged in before is counted by itself ("device cookies", OWASP), so that nobody else's tries, from
// wherever, shut it out. Sent to the login page alone, since every other page is cached for browsers without cookies.

const Known = z.object({ id: z.string(), accounts: z.array(z.string()) })
const MOST_ACCOUNTS = 5

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

/** An account in the cookie, which names nobody. */
function hashOf(account: LimitKey): string {
  return createHash('sha256').update(account).digest('base64url').slice(0, 16)
}

async function read(context: Needs<'settings'>, request: Request): Promise<z.infer<typeof Known>> {
  const known = Known.safeParse(await cookieOf(context).parse(request.headers.get('cookie')))
  return known.success ? known.data : { id: randomUUID(), accounts: [] }
}

/** Who tries to log in to this account: this browser if it has done so before, else its network. */
export async function guessOf(
  context: Needs<'clientAddress' | 'settings'>,
  request: Request,
  account: LimitKey,
): Promise<Guess> {
  const { id, accounts } = await read(context, request)
  const isKnownBrowser = accounts.includes(hashOf(account))
  return { account, source: isKnownBrowser ? keyOf.browser(id) : keyOf.network(context), isKnownBrowser }
}

/** Remembers that this browser has logged in to an account, by each of the names it was logged in or counted by. */
export async function rememberBrowser(
  context: Needs<'sendCookie' | 'settings'>,
  request: Request,
  names: LimitKey[],
): Promise<void> {
  const { id, accounts } = await read(context, request)
  const added = names.map((name) => hashOf(name))
  const known = [...accounts.filter((one) => !added.includes(one)), ...added].slice(-MOST_ACCOUNTS)
  context.sendCookie(await cookieOf(context).serialize({ id, accounts: known }))
}
