/** What every mail of the shop shares. Runs on Deno, as Supabase's edge functions do. */

declare const Deno: {
  serve: (handler: (request: Request) => Promise<Response>) => void
  env: { get: (name: string) => string | undefined }
}

export interface Mail {
  to: string
  subject: string
  text: string
  replyTo?: string
}

/** One line without control characters: what may stand in a mail's header. */
export function headerText(value: unknown, limit = 200): string {
  return String(value ?? '')
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, limit)
}

/** Sends through the mail provider's HTTP interface (MAIL_API_URL, MAIL_API_KEY, MAIL_FROM). Throws when it refuses. */
export async function sendMail(mail: Mail): Promise<void> {
  const answer = await fetch(`${Deno.env.get('MAIL_API_URL')}/emails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${Deno.env.get('MAIL_API_KEY')}` },
    body: JSON.stringify({
      from: Deno.env.get('MAIL_FROM'),
      to: headerText(mail.to, 254),
      subject: headerText(mail.subject),
      text: mail.text,
      ...(mail.replyTo ? { reply_to: headerText(mail.replyTo, 254) } : {}),
    }),
  })
  if (!answer.ok) throw new Error(`The mail provider answered ${answer.status}.`)
}

/** Serves a function that only the shop's own server may call: its secret key is asked for. */
export function serveShop(work: (body: Record<string, unknown>) => Promise<void>): void {
  Deno.serve(async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    const secret = Deno.env.get('SHOP_SECRET_KEY')
    if (!secret || request.headers.get('apikey') !== secret) return new Response(null, { status: 401 })
    try {
      await work(await request.json())
      return Response.json({ sent: true })
    } catch (error) {
      return Response.json({ sent: false, reason: error instanceof Error ? error.message : 'unknown' }, { status: 502 })
    }
  })
}

/** The shop's own address, where contact messages go. */
export function shopAddress(): string {
  return Deno.env.get('MAIL_SHOP_ADDRESS') ?? ''
}
