import { redirect } from '@remix-run/node'

/** An older name of the profile (decision 4). */
export const loader = () => redirect('/profile')
