import { useEffect, useState, type FormEvent } from 'react'
import { area } from '~/platform/hydration/area'
import { bodyOf } from '~/platform/hydration/in-place'
import { NETWORK_PROBLEM, readReply, type Reply } from './outcome'

const SUCCESS_MS = 5000

/**
 * The newsletter form of the footer. Without scripts it posts and redirects back to the page. After hydration it stays on the page, and
 * the success message disappears after five seconds (FT-27).
 */
export const NewsletterForm = area('newsletter/newsletter-form', Newsletter, 'touch')

interface NewsletterProps {
  brand: string
  /** The reply to the form that redirected to this page. */
  reply: Reply | null
  /** Path and query of the current page. */
  from: string
}

function Newsletter({ brand, reply: initialReply, from }: NewsletterProps) {
  const [reply, setReply] = useState(initialReply)
  const [isLoading, setLoading] = useState(false)

  useEffect(() => {
    if (reply?.type !== 'success') return
    const timer = setTimeout(() => setReply(null), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [reply])

  async function subscribe(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isLoading) return
    const form = event.currentTarget
    const body = bodyOf(form, null)
    body.set('inline', 'yes')
    const email = body.get('email') ?? ''
    setLoading(true)
    const newReply = await post(form.action, body).catch(() => ({ ...NETWORK_PROBLEM, email }))
    setLoading(false)
    setReply(newReply)
    if (newReply.type === 'success') form.reset()
  }

  const state = isLoading ? 'loading' : (reply?.type ?? 'idle')
  return (
    <section className="wrap" id="newsletter" aria-labelledby="newsletter-title">
      <div className="newsletter">
        <div>
          <h2 id="newsletter-title">Letters from {brand}</h2>
          <p>New arrivals and sale days, by e-mail.</p>
        </div>
        <form method="post" action="/newsletter" noValidate data-state={state} onSubmit={subscribe}>
          <input type="hidden" name="from" value={from} />
          <label className="hidden-visually" htmlFor="newsletter-email">
            E-mail for the newsletter
          </label>
          <input
            id="newsletter-email"
            name="email"
            type="email"
            autoComplete="email"
            placeholder="Enter your email address"
            defaultValue={initialReply?.email}
            aria-invalid={reply?.type === 'error' ? true : undefined}
            aria-describedby={reply ? 'newsletter-reply' : undefined}
          />
          <button className="button" aria-disabled={isLoading}>
            {isLoading ? 'Subscribing…' : 'Subscribe'}
          </button>
          {reply ? (
            <p
              id="newsletter-reply"
              className="notice"
              data-type={reply.type}
              role={reply.type === 'error' ? 'alert' : 'status'}
            >
              {reply.message}
            </p>
          ) : null}
        </form>
      </div>
    </section>
  )
}

async function post(url: string, body: URLSearchParams): Promise<Reply> {
  const response = await fetch(url, { method: 'POST', body, headers: { Accept: 'application/json' } })
  const reply = readReply(await response.json())
  if (!reply) throw new Error('The response is not a reply.')
  return reply
}
