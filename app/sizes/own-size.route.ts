import { m } from '~/language/messages'
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { shopPath } from '~/platform/text'
import { forgetSizes } from './own-size.server'

/** There is no page here; the product pages show the sizes. */
export function loader() {
  return redirect('/size-finder', 301)
}

export async function action({ context }: ActionFunctionArgs) {
  await forgetSizes(context)
  return context.flashes.info(shopPath(context.form.get('from')), m.sizes_forgotten())
}
