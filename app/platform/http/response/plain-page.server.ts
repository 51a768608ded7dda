import { currentLanguage } from '~/language/current'
import { directionOf } from '~/language/languages'
import { m } from '~/language/messages'

/** Returns a self-contained HTML page, for when the shop itself can't respond. `isOpened` is for one that can be opened again. */
export function plainPage(title: string, text: string, requestId?: string, isOpened = false): string {
  const id = requestId ? `<p>${m.platform_reference()} <code>${requestId}</code></p>` : ''
  const again = isOpened ? `<a href="">${m.ui_try_again()}</a> ` : ''
  const language = currentLanguage()
  return `<!DOCTYPE html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>body{margin:0;background:#fffcf9;color:#2b1b22;font:16px/1.55 system-ui,sans-serif}main{max-width:32rem;margin:auto;padding:4rem 1rem}h1{font:400 2rem/1.15 Georgia,serif}a{color:#7a2140}</style></head><body><main><h1>${title}</h1><p>${text}</p>${id}<p>${again}<a href="/">${m.ui_return_home()}</a></p></main></body></html>`
}

/** The title and text for each reason to refuse a request: a status, or a name where a status has two. */
const REFUSALS = {
  400: [m.platform_400, m.platform_400_text],
  403: [m.platform_403, m.platform_403_text],
  unproven: [m.platform_unproven, m.platform_unproven_text],
  405: [m.platform_405, m.platform_405_text],
  408: [m.platform_408, m.platform_408_text],
  413: [m.platform_413, m.platform_413_text],
  414: [m.platform_414, m.platform_414_text],
  415: [m.platform_415, m.platform_415_text],
  431: [m.platform_431, m.platform_431_text],
  500: [m.platform_500, m.platform_500_text],
  outage: [m.platform_outage, m.platform_outage_text],
  503: [m.platform_503, m.platform_503_text],
} as const

export type Refusal = keyof typeof REFUSALS

const STATUSES = { unproven: 403, outage: 503 } satisfies Record<Exclude<Refusal, number>, number>

export function refusalPage(
  refusal: Refusal,
  requestId: string,
  method: string,
  headers: Record<string, string> = {},
): Response {
  const [title, text] = REFUSALS[refusal]
  const status = typeof refusal === 'number' ? refusal : STATUSES[refusal]
  return new Response(plainPage(title(), text(), requestId, method === 'GET' && status >= 500), {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
}
