import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { redirectTo } from '~/platform/context.server'
import { dispatch } from '~/platform/http/forms.server'
import { shopPath } from '~/platform/text'
import { forgetViewed, rememberViewed } from './viewed.server'

export const loader = () => redirect('/')

export async function action({ context }: ActionFunctionArgs) {
  const change = dispatch(context.form.get('intent'), { remember: rememberViewed, forget: forgetViewed })
  await change?.(context)
  return redirectTo(`${shopPath(context.form.get('from'))}#recently-viewed`)
}
