import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { requireShopper } from '~/platform/context.server'
import { isFilledIn, readProfile } from './profile.server'

/** Where a verified sign-up arrives: on to the set-up, or to a profile that has been set up (decision 5). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  return redirect(isFilledIn(await readProfile(shopper)) ? '/profile' : '/profile-setup')
}
