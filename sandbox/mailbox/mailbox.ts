import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { escapeHtml, page } from '../html.ts'

const mailSchema = z.object({
  id: z.string().default(() => randomUUID()),
  at: z.string().default(() => new Date().toISOString()),
  from: z.string().default('Chambeli <hello@chambeli.example>'),
  to: z.union([z.string(), z.array(z.string()).transform((all) => all.join(', '))]),
  subject: z.string(),
  html: z.string().optional(),
  text: z.string().optional(),
  reply_to: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** The caller's `Idempotency-Key`. */
  key: z.string().optional(),
})
export type Mail = z.infer<typeof mailSchema>

/** The mailbox keeps only the latest mails. */
const MAX_MAILS = 500

/**
 * Returns a stand-in for a mail provider that catches every mail. `POST /emails` takes a mail once per `Idempotency-Key`; `GET /`
 * shows them, `GET /emails?to=` lists them as JSON, and two calls of Mailpit's API serve the contract tests. Mails are stored in a
 * file, one per line, and survive a restart.
 */
export function mailbox(file: string): {
  fetch: (request: Request) => Promise<Response>
  receive: (mail: unknown) => Mail
} {
  const mails: Mail[] = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .slice(-MAX_MAILS)
        .map((line) => mailSchema.parse(JSON.parse(line)))
    : []

  function receive(raw: unknown, key?: string): Mail {
    const mail = mailSchema.parse({ ...Object(raw), key })
    mails.push(mail)
    if (mails.length > MAX_MAILS) mails.shift()
    appendFileSync(file, `${JSON.stringify(mail)}\n`)
    return mail
  }

  async function fetch(request: Request): Promise<Response> {
    const url = new URL(request.url)
    if (url.pathname === '/emails' && request.method === 'POST') {
      const key = request.headers.get('idempotency-key') ?? undefined
      const duplicate = key && mails.find((mail) => mail.key === key)
      return Response.json({ id: (duplicate || receive(await request.json(), key)).id })
    }
    if (url.pathname === '/emails') {
      const to = url.searchParams.get('to')
      return Response.json(mails.filter((mail) => !to || mail.to === to))
    }
    if (url.pathname.startsWith('/api/v1/')) return serveMailpitApi(mails, url)
    if (url.pathname !== '/') return page('Not found', '<h1>Not found</h1>', 404)
    return page(
      'Mailbox',
      `<h1>Mailbox</h1><p>Every mail of the sandbox, newest first.</p>${mails.toReversed().map(article).join('')}`,
    )
  }
  return { fetch, receive }
}

/** Serves two calls of Mailpit's API: search by recipient, newest first, and one message by its ID. */
function serveMailpitApi(mails: Mail[], url: URL): Response {
  const to = /^to:(.+)$/.exec(url.searchParams.get('query') ?? '')?.[1]
  if (url.pathname === '/api/v1/search' && to) {
    const found = mails.toReversed().filter((mail) => mail.to === to)
    return Response.json({
      total: found.length,
      messages: found.map(({ id, subject }) => ({ ID: id, Subject: subject })),
    })
  }
  const mail = mails.find(({ id }) => url.pathname === `/api/v1/message/${id}`)
  if (!mail) return Response.json({ Error: 'message not found' }, { status: 404 })
  return Response.json({ ID: mail.id, Subject: mail.subject, HTML: mail.html ?? '', Text: mail.text ?? '' })
}

function article(mail: Mail): string {
  return `<article><h2>${escapeHtml(mail.subject)}</h2><dl><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>At</dt><dd>${escapeHtml(mail.at)}</dd></dl>
    ${mail.html ? `<iframe sandbox="allow-popups allow-top-navigation-by-user-activation" title="Mail" style="width:100%;height:16rem;border:0" srcdoc="${escapeHtml(mail.html.replaceAll('<a ', '<a target="_top" '))}"></iframe>` : `<pre>${escapeHtml(mail.text ?? '')}</pre>`}</article>`
}
