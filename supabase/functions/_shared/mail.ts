// Shared by the mail functions. Runs on Deno, like Supabase's edge functions.

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  replyTo?: string
  /** Ends mails of this kind, by a post without a session (RFC 8058). */
  oneClickUrl?: string
}

/** The shop's time-out for a function is 10 s; three attempts with their pauses take less. Times in milliseconds. */
const MAX_ATTEMPTS = 3
const TIMEOUT = 2_300
const PAUSE = 300
const MAX_PAUSE = 1_000

/** Statuses after which a retry may succeed; 409 means that a request with the same key is still running. */
const TEMPORARY = new Set([408, 409, 425, 429])

/** Statuses after which the mail may have been sent anyway. */
const UNCERTAIN = new Set([408, 409, 502, 504])

/** A mail that wasn't sent, or may not have been. The message is safe to log: it contains nothing from the provider or the caller. */
class MailError extends Error {
  /** Milliseconds until a retry makes sense; null if it doesn't. */
  retryAfter: number | null
  /** Whether it is certain that nothing was sent. */
  isCertain: boolean

  constructor(message: string, retryAfter: number | null, isCertain = true) {
    super(message)
    this.retryAfter = retryAfter
    this.isCertain = isCertain
  }
}

/** Returns a value as one line without control characters, safe for a mail header. */
export function headerText(value: unknown, limit = 200): string {
  return String(value ?? '')
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, limit)
}

/** Returns the address that contact messages go to. */
export function shopAddress(): string {
  return setting('MAIL_SHOP_ADDRESS')
}

/** Returns the mail that the shop has composed (app/mails). Throws a MailError if it lacks its subject or text. */
export function composedMail({ email, subject, text, html, oneClickUrl }: Record<string, unknown>): Mail {
  if (!subject || !text) throw new MailError('The mail has no subject or no text.', null)
  return {
    to: headerText(email, 254),
    subject: headerText(subject),
    text: String(text),
    ...(html ? { html: String(html) } : {}),
    ...(oneClickUrl ? { oneClickUrl: headerText(oneClickUrl, 500) } : {}),
  }
}

/**
 * Serves a function that sends the mail that `compose` makes from a request's JSON. Only the shop's server may call it, with its
 * secret key. Calls with the same `Idempotency-Key` send one mail: the provider remembers the key for 24 hours.
 */
export function serveMail(name: string, compose: (body: Record<string, unknown>) => Mail): void {
  Deno.serve(async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    const secret = Deno.env.get('SHOP_SECRET_KEY')
    if (!secret || request.headers.get('apikey') !== secret) return new Response(null, { status: 401 })
    const body: unknown = await request.json().catch(() => null)
    if (typeof body !== 'object' || body === null) {
      return Response.json({ sent: false, reason: 'The body is no JSON object.' }, { status: 400 })
    }
    const key = headerText(request.headers.get('idempotency-key'), 256) || crypto.randomUUID()
    try {
      await send(compose(body as Record<string, unknown>), key)
      return Response.json({ sent: true })
    } catch (error) {
      const reason = error instanceof MailError ? error.message : 'The mail could not be composed.'
      console.error(JSON.stringify({ event: 'mail not sent', function: name, key, reason }))
      const isCertain = !(error instanceof MailError) || error.isCertain
      return Response.json({ sent: false, reason, isCertain }, { status: 502 })
    }
  })
}

/** Sends a mail with retries after temporary failures. Throws a MailError if it fails. */
async function send(mail: Mail, key: string): Promise<void> {
  let isCertain = true
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(mail, key)
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      isCertain &&= error.isCertain
      error.isCertain = isCertain
      if (error.retryAfter === null || attempt === MAX_ATTEMPTS) throw error
      // The shop would time out before a retry that late.
      if (error.retryAfter > MAX_PAUSE) throw error
      const pause = Math.max(error.retryAfter, PAUSE * attempt)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Sends through the mail provider's HTTP API, which is Resend's (MAIL_API_URL, MAIL_API_KEY, MAIL_FROM). */
async function sendOnce(mail: Mail, key: string): Promise<void> {
  const request = new Request(`${setting('MAIL_API_URL')}/emails`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${setting('MAIL_API_KEY')}`,
      'idempotency-key': key,
    },
    body: JSON.stringify({
      from: setting('MAIL_FROM'),
      to: headerText(mail.to, 254),
      subject: headerText(mail.subject),
      text: mail.text,
      ...(mail.html ? { html: mail.html } : {}),
      ...(mail.replyTo ? { reply_to: headerText(mail.replyTo, 254) } : {}),
      ...(mail.oneClickUrl
        ? {
            headers: {
              'List-Unsubscribe': `<${mail.oneClickUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            },
          }
        : {}),
    }),
  })
  const init: RequestInit = { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) }
  const response = await fetch(request, init).catch(() => {
    throw new MailError('The mail provider did not respond.', 0, false)
  })
  await response.body?.cancel()
  if (response.ok) return
  const isTemporary = TEMPORARY.has(response.status) || response.status >= 500
  const retryAfter = Number(response.headers.get('retry-after') ?? 0) * 1_000 || 0
  const isCertain = !UNCERTAIN.has(response.status)
  throw new MailError(`The mail provider responded ${response.status}.`, isTemporary ? retryAfter : null, isCertain)
}

function setting(name: string): string {
  const value = Deno.env.get(name)?.trim()
  if (!value) throw new MailError(`${name} is not set.`, null)
  return value
}
