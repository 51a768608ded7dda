/** Returns a self-contained HTML page, for when the shop itself can't respond. */
export function plainPage(title: string, text: string, requestId?: string): string {
  const id = requestId ? `<p>Reference: <code>${requestId}</code></p>` : ''
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>body{margin:0;background:#fffcf9;color:#2b1b22;font:16px/1.55 system-ui,sans-serif}main{max-width:32rem;margin:auto;padding:4rem 1rem}h1{font:400 2rem/1.15 Georgia,serif}a{color:#7a2140}</style></head><body><main><h1>${title}</h1><p>${text}</p>${id}<p><a href="/">Return Home</a></p></main></body></html>`
}

/** The title and text for each reason to refuse a request: a status, or a name where a status has two. */
const REFUSALS = {
  400: ['Something is wrong with this request', 'What your browser sent could not be read, so nothing was done.'],
  403: ['Request refused', 'This request came from another site, so nothing was done.'],
  unproven: [
    'Please send it again',
    'Your browser did not say which page this form was on, so nothing was done. Please go back, reload the page, and send it again.',
  ],
  405: ['Not possible here', 'This address can’t be used in that way.'],
  408: ['Too slow', 'What you sent took too long to arrive, so nothing was done. Please try again.'],
  413: [
    'Too large',
    'What you sent is larger than we can take, so nothing was done. A file may have 15 MB, all files of a form together 16 MB. Please go back and choose a smaller one.',
  ],
  414: ['Too long', 'This address is longer than we can read.'],
  415: ['Not a form', 'We can only read forms here.'],
  500: ['Something went wrong', 'This is our fault, not yours. Please try again.'],
  outage: ['Not just now', 'We can’t reach our own books right now. Please try again in a moment.'],
  503: ['Very busy', 'Too many people at once. Please try again in a moment.'],
} as const

export type Refusal = keyof typeof REFUSALS

/** The statuses of the named refusals. */
const STATUSES = { unproven: 403, outage: 503 } satisfies Record<Exclude<Refusal, number>, number>

/** Returns the response for a refused request. */
export function refusalPage(refusal: Refusal, requestId: string, headers: Record<string, string> = {}): Response {
  const [title, text] = REFUSALS[refusal]
  return new Response(plainPage(title, text, requestId), {
    status: typeof refusal === 'number' ? refusal : STATUSES[refusal],
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
}
