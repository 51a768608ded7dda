import { redirect } from '@remix-run/node'
import { atDesk } from '../desk.server'
import { found, idOf } from '../desk-page'
import { signDeskAttachment } from './talks.server'

/** Redirects to the file of a message in storage; the signed link expires after a minute. */
export const loader = atDesk(async ({ operator, params }) =>
  redirect(found(await signDeskAttachment(operator, idOf(params)))),
)
