import { redirect } from '@remix-run/node'

/** An alias of the profile (RT-21). */
export const loader = () => redirect('/profile')
