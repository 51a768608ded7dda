import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'

const Report = z.object({ 'csp-report': z.object({ 'violated-directive': z.string(), 'blocked-uri': z.string() }) })

/** Browsers post reports by themselves, whatever page they come from. */
export const handle = { isWebhook: true }

/** Browsers say here what the Content-Security-Policy kept out. */
export async function action({ request, context }: ActionFunctionArgs) {
  const report = Report.safeParse(await request.json().catch(() => null))
  if (report.success) {
    const { 'violated-directive': directive, 'blocked-uri': blocked } = report.data['csp-report']
    context.log.warn({ event: 'csp violation', directive: directive.slice(0, 100), blocked: blocked.slice(0, 200) })
  }
  return new Response(null, { status: 204 })
}
