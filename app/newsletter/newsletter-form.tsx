import { useLocation } from '@remix-run/react'

/** The newsletter form of every footer. It posts to its own address and comes back to where it stood. */
export function NewsletterForm({ brand }: { brand: string }) {
  const { pathname } = useLocation()
  return (
    <section className="wrap" id="newsletter" aria-labelledby="newsletter-title">
      <div className="newsletter">
        <div>
          <h2 id="newsletter-title">Letters from {brand}</h2>
          <p>New arrivals and sale days, by e-mail.</p>
        </div>
        <form method="post" action="/newsletter">
          <input type="hidden" name="from" value={pathname} />
          <label className="hidden-visually" htmlFor="newsletter-email">
            E-mail for the newsletter
          </label>
          <input
            id="newsletter-email"
            name="email"
            type="email"
            autoComplete="email"
            placeholder="Enter your email address"
          />
          <button className="button">Subscribe</button>
        </form>
      </div>
    </section>
  )
}
