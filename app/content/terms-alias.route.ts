import { redirect } from '@remix-run/node'

/** What the footer's slug rule makes of 'Terms & Conditions' (A1). */
export const loader = () => redirect('/help/terms-conditions', 301)
