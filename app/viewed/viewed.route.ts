import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { redirectTo, safePath } from '~/platform/context.server'
import { dispatch } from '~/platform/http/forms.server'
import { forgetViewed, rememberViewed } from './viewed.server'

export const loader = () => redirect('/')

/** Begins or ends remembering what this browser looks at, and goes back to where the form stood. */
export async function action({ context }: ActionFunctionArgs) {
  const change = dispatch(context.form.get('intent'), { remember: rememberViewed, forget: forgetViewed })
  await change?.(context)
  return redirectTo(`${safePath(context.form.get('from'))}#recently-viewed`)
}
