import type { SubmissionResult } from '@conform-to/react'
import { z } from 'zod'
import { sealIntoCookie, unsealFromCookie } from '~/platform/encryption/packed-seal.server'
import { declareCookie } from '~/platform/cookies.server'
import type { Needs } from '~/platform/context.server'
import { hasFiles, unchecked } from '~/platform/http/forms.server'
import { MINUTE } from '~/platform/time'
import { DESK } from './door.server'

/** Long enough to sign in, with a new password if need be. */
const LIFETIME = 30 * MINUTE

const keptCookie = declareCookie({ name: 'website_desk_form', maxAge: LIFETIME, path: DESK })

const PURPOSE = 'desk form'
/** Subject of a form whose session's cookie was gone: anybody who then signs in at the desk in this browser gets it. */
const ANYONE = 'anyone'

/** Fields that aren't kept: made anew with each page. */
const LEFT_OUT = new Set(['form_token', 'tempId', 'seen'])

const keptSchema = z.object({
  path: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
  isWhole: z.boolean(),
})

/** A form that was posted after its session had ended. */
export interface KeptForm {
  form: SubmissionResult
  /** Whether all of it was kept: it fitted into the cookie, and had no file. */
  isWhole: boolean
}

/**
 * Keeps a form in an encrypted cookie that was posted to a page of the desk without a session, for the page after the sign-in (decision
 * 88). `person` is the ID in the ended session, if its cookie was still there; only they get it. Of a form that is too large the
 * longest fields are left out, and files always.
 */
export async function keepForm(
  context: Needs<'cookies' | 'form' | 'sendCookie' | 'settings'>,
  path: string,
  person: string | null,
): Promise<void> {
  const all = [...context.form].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[1] !== '' && !LEFT_OUT.has(field[0]),
  )
  const isAllText = !hasFiles(context.form)
  const lengths = all.map(([, value]) => value.length).toSorted((one, other) => one - other)
  for (const longest of new Set([...lengths.toReversed(), 0])) {
    const fields = all.filter(([, value]) => value.length <= longest)
    const kept = { path, fields, isWhole: isAllText && fields.length === all.length }
    const seal = { purpose: PURPOSE, subject: person ?? ANYONE, lifetime: LIFETIME }
    const cookie = await sealIntoCookie(context, keptCookie, seal, kept)
    if (cookie !== null) return context.sendCookie(cookie)
  }
}

/** Returns the form that was kept for a page, and deletes it; null if there is none for this page and person. */
export async function takeKeptForm(
  context: Needs<'cookies' | 'sendCookie' | 'settings'>,
  request: Request,
  person: string,
): Promise<KeptForm | null> {
  const cookie = context.cookies.of(keptCookie)
  const sealed: unknown = await cookie.parse(request.headers.get('cookie'))
  const kept = keptSchema.safeParse(await unsealFromCookie(context, PURPOSE, [person, ANYONE], sealed))
  if (!kept.success || kept.data.path !== new URL(request.url).pathname) return null
  context.sendCookie(await cookie.serialize('', { maxAge: 0 }))
  const form = new FormData()
  for (const [name, value] of kept.data.fields) form.append(name, value)
  return { form: unchecked(form), isWhole: kept.data.isWhole }
}
