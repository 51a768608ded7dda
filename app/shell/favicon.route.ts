import { redirect } from '@remix-run/node'

/** Browsers ask for this address by themselves, beside a picture that is opened alone for one. */
export const loader = () => redirect('/favicon.svg', 301)
