import { cutText } from '~/platform/text'
import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'

const cspReportSchema = z.object({
  'csp-report': z.object({ 'violated-directive': z.string(), 'blocked-uri': z.string() }),
})

/** Browsers send reports without an origin that could be checked. */
export const handle = { isWebhook: true }

export async function action({ request, context }: ActionFunctionArgs) {
  const report = cspReportSchema.safeParse(await request.json().catch(() => null))
  if (report.success) {
    const { 'violated-directive': directive, 'blocked-uri': blocked } = report.data['csp-report']
    context.log.warn({ event: 'csp violation', directive: cutText(directive, 100), blocked: cutText(blocked, 200) })
  }
  return new Response(null, { status: 204 })
}
