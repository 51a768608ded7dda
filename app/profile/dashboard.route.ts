import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { requireShopper } from '~/platform/context.server'
import { isFilledIn, readProfile } from './profile.server'

/** The page after a sign-up, which leads to the profile or its set-up (RT-18, RT-19, RT-20). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  return redirect(isFilledIn(await readProfile(shopper)) ? '/profile' : '/profile-setup')
}
