import { m } from '~/language/messages'

/** Offers a guest an account after the order. */
export function SaveAccount({ email }: { email: string | null }) {
  return (
    <section className="panel stack" aria-labelledby="save-account-title">
      <h2 id="save-account-title">{m.checkout_faster()}</h2>
      <p>{email ? m.checkout_save_account_about_email({ email }) : m.checkout_save_account_about()}</p>
      <p>
        <a className="button button-outline" href="/create-account">
          {m.checkout_save_account()}
        </a>
      </p>
    </section>
  )
}
