import { redirect } from '@remix-run/node'

/** The footer's slug of 'Terms & Conditions' (A1). */
export const loader = () => redirect('/help/terms-conditions', 301)
