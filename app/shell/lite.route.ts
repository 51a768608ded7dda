import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { redirectTo } from '~/platform/context.server'
import { liteChoice } from '~/platform/cache/variant.server'
import { shopPath } from '~/platform/text'

export const loader = () => redirect('/')

export async function action({ context }: ActionFunctionArgs) {
  const { form, settings, sendCookie } = context
  sendCookie(liteChoice.write(settings, form.get('lite') === 'on' ? 'on' : 'off'))
  return redirectTo(shopPath(form.get('from')))
}
