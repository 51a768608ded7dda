import { data } from '@remix-run/node'
import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { declareCookie } from '~/platform/cookies.server'
import { redirectTo, type Needs } from '~/platform/context.server'
import type { Backend } from '~/platform/supabase/clients.server'
import { readClaims, storedSession, storedSessionSchema } from '~/platform/supabase/stored-session.server'
import { shopPath } from '~/platform/text'
import { HOUR } from '~/platform/time'
import { areasOfPage, mayOpen, type Rights } from '../areas'
import { DESK } from './door.server'
import { keepForm } from './kept-form.server'

/** The database ends a session after twelve hours; then the cookie is of no use either. */
const deskCookie = declareCookie({ name: 'website_desk', maxAge: 12 * HOUR, path: DESK })

const operatorSchema = z.object({
  id: z.guid(),
  email: z.string(),
  role: z.enum(['operator', 'manager']),
  is_fresh: z.boolean(),
  areas: z.array(z.string()).nullable().default(null),
})

declare const isVerified: unique symbol

/** A person at the desk, whom the database has just recognised. Get one by `requireOperator`. */
export interface Operator extends Rights {
  readonly [isVerified]: true
  readonly id: string
  readonly email: string
  /** Whether the second factor was given within ten minutes. */
  readonly isFresh: boolean
  readonly tokens: { access: string; refresh: string }
  /** The backend with this person's rights. */
  readonly db: Backend
}

declare module '~/platform/context.server' {
  interface RequestContext {
    /** The person at the desk, once asked for: a page and its layout load in parallel. */
    operator?: Promise<Operator | null>
  }
}

type Access = Needs<
  'backends' | 'clientAddress' | 'cookies' | 'hasSessionEnded' | 'operator' | 'sendCookie' | 'sessions' | 'visitor'
>
type Guard = Access & Needs<'form' | 'settings'>

/** Returns the person at the desk, or null. Ends the cookie of a session that the database refuses. Throws if it can't be asked. */
export function findOperator(context: Access, request: Request): Promise<Operator | null> {
  const operator = (context.operator ??= readOperator(context, request))
  context.hasSessionEnded ??= async () => {
    const found = await operator
    return found !== null && !(await isStillAtDesk(found))
  }
  return operator
}

async function readOperator(context: Access, request: Request): Promise<Operator | null> {
  const cookie = context.cookies.of(deskCookie)
  const parsed = storedSessionSchema.safeParse(await cookie.parse(request.headers.get('cookie')))
  if (!parsed.success) return null
  const session = await context.sessions.renew(parsed.data, context.clientAddress)
  if (session === null) return endDesk(context)
  if (session !== parsed.data) context.sendCookie(await cookie.serialize(session))
  const db = context.backends.asShopper(session.access)
  const { data, error } = await db.rpc('desk_me')
  // An expired token that Auth couldn't renew.
  if (error?.code === 'PGRST303' || error?.code === 'PGRST301') return endDesk(context)
  if (error) throw new Error(`Nobody at the desk: ${error.message}`, { cause: error })
  if (data === null) return endDesk(context)
  const { is_fresh: isFresh, ...person } = operatorSchema.parse(data)
  const { access, refresh } = session
  // The only place that makes an Operator: the database has recognised the session.
  return { ...person, isFresh, tokens: { access, refresh }, db } as Operator
}

/**
 * Returns whether the database still accepts a person's session at the desk. If it doesn't respond, the session counts as accepted: the
 * database checks each of their reads anyway.
 */
export async function isStillAtDesk({ db }: Operator): Promise<boolean> {
  const { data, error } = await db.rpc('desk_me')
  if (error) return error.code !== 'PGRST303' && error.code !== 'PGRST301'
  return data !== null
}

async function endDesk(context: Needs<'cookies' | 'sendCookie'>): Promise<null> {
  context.sendCookie(await context.cookies.of(deskCookie).serialize('', { maxAge: 0 }))
  return null
}

export async function startDesk(context: Needs<'cookies' | 'sendCookie'>, session: Session): Promise<void> {
  context.sendCookie(await context.cookies.of(deskCookie).serialize(storedSession(session, true)))
}

/** Ends the session: in this browser also if the person is unknown because the database can't be asked. */
export async function leaveDesk(
  context: Needs<'backends' | 'clientAddress' | 'cookies' | 'sendCookie'>,
  operator: Operator | null,
): Promise<void> {
  if (operator) await context.backends.auth(context.clientAddress).admin.signOut(operator.tokens.access, 'local')
  await endDesk(context)
}

/** Returns a 403 for somebody whose role has none of these areas, which the desk's frame shows in words. */
export const notAllowed = (areas: readonly string[]) => data({ areas }, { status: 403 })

/**
 * Returns the person at the desk, or throws a redirect to the sign-in page, which leads back, and keeps a posted form; and a 403 for a page
 * that isn't theirs. Loaders and actions are guarded with it by `atDesk`.
 */
export async function requireOperator(context: Guard, request: Request): Promise<Operator> {
  const operator = await requireAnyOperator(context, request)
  const page = new URL(request.url).pathname.replace(/\.data$/, '')
  if (mayOpen(operator, page)) return operator
  const areas = areasOfPage(page)
  throw notAllowed(Array.isArray(areas) ? areas : [])
}

/** Returns the person at the desk, whatever their role, as for the desk's frame. */
export async function requireAnyOperator(context: Guard, request: Request): Promise<Operator> {
  const operator = await findOperator(context, request)
  if (operator) return operator
  if (request.method === 'POST') await keepForm(context, pageOf(request), await claimedId(context, request))
  throw redirectTo(`${DESK}/sign-in?to=${encodeURIComponent(pageOf(request))}`)
}

/** Returns the ID in the cookie of a session, which may have ended, or null. */
async function claimedId(context: Access, request: Request): Promise<string | null> {
  const cookie = context.cookies.of(deskCookie)
  const stored = storedSessionSchema.safeParse(await cookie.parse(request.headers.get('cookie')))
  return stored.success ? (readClaims(stored.data, context.clientAddress)?.id ?? null) : null
}

/**
 * Returns the person at the desk who has just given the second factor, or throws a redirect to the page that asks for it. `from` is the
 * page that links to a file: a browser that saves the file stays where it is.
 */
export async function requireFresh(context: Guard, request: Request, from?: string): Promise<Operator> {
  const operator = await requireOperator(context, request)
  if (operator.isFresh) return operator
  throw redirectTo(confirmUrl(pageOf(request), from))
}

export function confirmUrl(page: string, from?: string): string {
  return `${DESK}/confirm?${new URLSearchParams({ to: page, ...(from === undefined ? {} : { from }) })}`
}

function pageOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return request.method === 'GET' ? pathname.replace(/\.data$/, '') + search : pathname
}

/** Returns a path if it belongs to the desk, or else its first page. */
export function deskPath(text: unknown): string {
  const path = shopPath(text)
  return /^\/desk(?=[/?]|$)/.test(path) ? path : DESK
}
