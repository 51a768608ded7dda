import { redirect } from '@remix-run/node'

/** Browsers request this URL for documents without a link to an icon, such as a picture. */
export const loader = () => redirect('/favicon.svg', 301)
