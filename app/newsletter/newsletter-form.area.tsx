import { m } from '~/language/messages'
import { useEffect, useState, type FormEvent } from 'react'
import { area } from '~/platform/hydration/area'
import { bodyOf } from '~/platform/hydration/in-place'
import { Notice } from '~/ui/progress/notice'
import { SubmitButton } from '~/ui/submit-button'
import { usePending } from '~/ui/progress/use-pending'
import { networkProblem, readReply, type Reply } from './outcome'

const SUCCESS_MS = 5000

/**
 * The newsletter form of the footer. Without scripts it posts and redirects back to the page. After hydration it stays on the page, and
 * the success message disappears after five seconds (FT-27). It isn't a `useShopForm`, because the database checks the address and
 * areas don't load Conform (decision 4).
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
  const [isPending, run] = usePending(m.newsletter_subscribing())

  useEffect(() => {
    if (reply?.type !== 'success') return
    const timer = setTimeout(() => setReply(null), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [reply])

  async function subscribe(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const body = bodyOf(form, null)
    body.set('inline', 'yes')
    const email = body.get('email') ?? ''
    const newReply = await run(post(form.action, body).catch(() => ({ ...networkProblem(), email })))
    setReply(newReply)
    if (newReply.type === 'success') form.reset()
  }

  const state = isPending ? 'loading' : (reply?.type ?? 'idle')
  return (
    <section className="wrap" id="newsletter" aria-labelledby="newsletter-title">
      <div className="newsletter">
        <div>
          <h2 id="newsletter-title">{m.newsletter_letters_from({ brand })}</h2>
          <p>{m.newsletter_about()}</p>
        </div>
        <form
          method="post"
          action="/newsletter"
          noValidate
          data-state={state}
          aria-busy={isPending || undefined}
          onSubmit={subscribe}
        >
          <input type="hidden" name="from" value={from} />
          <label className="hidden-visually" htmlFor="newsletter-email">
            {m.newsletter_email()}
          </label>
          <input
            id="newsletter-email"
            name="email"
            type="email"
            autoComplete="email"
            placeholder={m.newsletter_placeholder()}
            defaultValue={initialReply?.email}
            aria-invalid={reply?.type === 'error' ? true : undefined}
            aria-describedby={reply ? 'newsletter-reply' : undefined}
          />
          <SubmitButton className="button" busy={m.newsletter_subscribing()} isPending={isPending}>
            {m.newsletter_subscribe()}
          </SubmitButton>
          {reply ? (
            <Notice type={reply.type} id="newsletter-reply">
              {reply.message}
            </Notice>
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
