import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { safePath } from '~/platform/context.server'
import { forgetSizes } from './own-size.server'

/** There is nothing to see here: the sizes stand on the pages that use them. */
export function loader() {
  return redirect('/size-finder', 301)
}

/** Forgets the shopper's own sizes, and goes back to the page that asked. */
export async function action({ context }: ActionFunctionArgs) {
  await forgetSizes(context)
  return context.flashes.info(safePath(context.form.get('from')), 'Your sizes are forgotten.')
}
