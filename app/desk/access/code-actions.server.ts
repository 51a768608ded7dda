import type { Session } from '@supabase/supabase-js'
import { accountKey, forgetGuesses, takeGuess } from '~/account/sign-in/guesses.server'
import { guessOf } from '~/account/sign-in/known-browser.server'
import type { RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused, tooMany } from '~/platform/http/forms.server'
import { keyOf } from '~/platform/rate-limits.server'
import { codeSchema } from './access.schema'
import { DESK_CODES, ONE_USE } from './limits.server'
import { checkCode, type Start } from './sign-in.server'

type CodeReply = ReturnType<typeof invalid> | ReturnType<typeof refused>

export async function takeCode(
  context: RequestContext,
  request: Request,
  start: Pick<Start, 'access' | 'refresh' | 'factor' | 'email'>,
): Promise<{ session: Session } | { reply: CodeReply }> {
  const form = await parseForm(context.form, codeSchema)
  if (!form.ok) return { reply: invalid(form) }
  const account = accountKey(start.email)
  const guess = await guessOf(context, request, account)
  const use = keyOf.all(account, keyOf.browser(form.value.code))
  const wait = (await takeGuess(context, DESK_CODES, guess)) ?? (await context.limits.take(ONE_USE, use))
  if (wait !== null) return { reply: tooMany(form, wait) }
  const session = await checkCode(context, start, form.value.code)
  if (!session.ok) {
    await context.limits.giveBack(ONE_USE, use)
    return { reply: refused(form, session.refusal.message, session.refusal.status) }
  }
  await forgetGuesses(context, DESK_CODES, guess)
  return { session: session.value }
}
