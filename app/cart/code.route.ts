import type { LoaderFunctionArgs } from '@remix-run/node'
import { m } from '~/language/messages'
import { attempt } from '~/platform/attempt.server'
import { limitMessage } from '~/platform/rate-limits.server'
import { savePromoCode } from './cart.server'
import { takePromoCode, typedCode } from './promo-code.server'

/** A link that brings a promo code: keeps it for the cart, and leads to the shop, which says so once. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const form = new FormData()
  form.set('code', params.code ?? '')
  const code = typedCode(form)
  if (code === '') return context.flashes.error('/', m.cart_code_unknown())
  const tried = await attempt(context, 'promo code not checked', () => takePromoCode(context, code))
  if (!tried) return context.flashes.error('/', m.cart_unreachable())
  if (tried.wait !== null) return context.flashes.error('/', limitMessage(tried.wait))
  if (tried.useless) return context.flashes.error('/', tried.useless)
  await savePromoCode(context, code)
  return context.flashes.success('/', m.cart_code_kept({ code }))
}
