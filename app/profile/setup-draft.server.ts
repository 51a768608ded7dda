import type { SubmissionResult } from '@conform-to/react'
import { z } from 'zod'
import { declareCookie } from '~/platform/cookies.server'
import type { Needs } from '~/platform/context.server'
import { sealIntoCookie, unsealFromCookie } from '~/platform/encryption/packed-seal.server'
import { hasFiles, unchecked } from '~/platform/http/forms.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { MINUTE } from '~/platform/time'

/** Long enough to log in or to create an account first. */
const LIFETIME = 30 * MINUTE

const draftCookie = declareCookie({ name: 'website_setup_draft', maxAge: LIFETIME, endsWithSession: true })

const PURPOSE = 'set-up draft'
/** Subject of a draft whose visitor is unknown. */
const ANYONE = 'anyone'

const FIELDS = ['name', 'address', 'dob', 'city', 'gender', 'phone', 'phoneCountry']

/** A picture isn't kept, since it fits into no cookie. */
const PICTURE = 'picture'

const draftSchema = z.record(z.string(), z.string()).nullable()

/** Saves a valid form, whose fields are short enough for an encrypted cookie, for the visit after the log-in (decision 88). */
export async function saveSetupDraft(
  context: Needs<'cookies' | 'form' | 'sendCookie' | 'settings' | 'visitor'>,
): Promise<void> {
  const fields = FIELDS.map((name) => [name, context.form.get(name)]).filter(([, value]) => typeof value === 'string')
  if (hasFiles(context.form)) fields.push([PICTURE, 'chosen'])
  const seal = { purpose: PURPOSE, subject: context.visitor.claimedId ?? ANYONE, lifetime: LIFETIME }
  const cookie = await sealIntoCookie(context, draftCookie, seal, Object.fromEntries(fields))
  if (cookie !== null) context.sendCookie(cookie)
}

/** Returns the shopper's saved form, and whether it had a picture, and deletes it; undefined if there is none. */
export async function takeSetupDraft(
  context: Needs<'cookies' | 'sendCookie' | 'settings'>,
  request: Request,
  shopper: Shopper,
): Promise<{ form: SubmissionResult; lacksPicture: boolean } | undefined> {
  const cookie = context.cookies.of(draftCookie)
  const sealed: unknown = await cookie.parse(request.headers.get('cookie'))
  if (typeof sealed !== 'string') return undefined
  context.sendCookie(await cookie.serialize('', { maxAge: 0 }))
  const draft = draftSchema.parse(await unsealFromCookie(context, PURPOSE, [shopper.id, ANYONE], sealed))
  if (!draft) return undefined
  const form = new FormData()
  for (const [name, value] of Object.entries(draft)) if (name !== PICTURE) form.append(name, value)
  return { form: unchecked(form), lacksPicture: PICTURE in draft }
}
