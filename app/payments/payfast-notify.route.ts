import type { ActionFunctionArgs } from '@remix-run/node'
import { postOnly, takeNotification } from './notify-actions.server'

/** PayFast's server posts here, so there is no Origin header to check. */
export const handle = { isWebhook: true }

export const loader = () => postOnly()

export const action = (request: ActionFunctionArgs) => takeNotification(request, 'payfast')
