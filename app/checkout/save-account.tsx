/** Offers a guest an account after the order. */
export function SaveAccount({ email }: { email: string | null }) {
  return (
    <section className="panel stack" aria-labelledby="save-account-title">
      <h2 id="save-account-title">Order faster next time</h2>
      <p>
        Choose a password{email ? ` for ${email}` : ''} and we keep your addresses, sizes and wishes for you. You don’t
        need an account for this order.
      </p>
      <p>
        <a className="button button-outline" href="/create-account">
          Save an account
        </a>
      </p>
    </section>
  )
}
