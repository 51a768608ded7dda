import { m } from '~/language/messages'

/**
 * The Google sign-in button. It is part of the page's form, so that 'keep me signed in' is posted too (A27). A failed sign-in returns to
 * the page `from`.
 */
export function GoogleButton({ from }: { from: string }) {
  return (
    <>
      <div className="or">{m.account_or()}</div>
      <button
        className="button button-outline button-wide google"
        formAction="/auth/google"
        formNoValidate
        name="from"
        value={from}
      >
        <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
          <path
            fill="#4285f4"
            d="M23 12.3c0-.8-.1-1.6-.2-2.3H12v4.4h6.2a5.3 5.3 0 0 1-2.3 3.5v2.9h3.7c2.2-2 3.4-5 3.4-8.500z"
          />
          <path
            fill="#34a853"
            d="M12 23.500c3.100 0 5.700-1 7.600-2.800l-3.700-2.900a6.900 6.900 0 0 1-10.300-3.600H1.800v3A11.500 11.500 0 0 0 12 23.500z"
          />
          <path fill="#fbbc05" d="M5.600 14.200a6.900 6.900 0 0 1 0-4.400v-3H1.800a11.500 11.500 0 0 0 0 10.400z" />
          <path
            fill="#ea4335"
            d="M12 5.100c1.700 0 3.200.6 4.400 1.700l3.300-3.300A11.500 11.500 0 0 0 1.800 6.800l3.800 3A6.900 6.900 0 0 1 12 5.100z"
          />
        </svg>
        {m.account_google()}
      </button>
    </>
  )
}
