export interface TrustFacts {
  /** Sanitised HTML of the operator's own, such as how parcels are packed; null when there is none. */
  promise: string | null
  returnDays: number | null
  email: string
  phone: string
}

/** What a shopper wants to know before paying: how it is packed, how it goes back, and who answers. */
export function Trust({ facts: { promise, returnDays, email, phone } }: { facts: TrustFacts }) {
  return (
    <div className="trust small muted">
      {promise ? <div dangerouslySetInnerHTML={{ __html: promise }} /> : null}
      <p>
        {returnDays ? `You can return it within ${returnDays} days. ` : ''}
        <a href="/help/terms-conditions">{returnDays ? 'How returns work' : 'If something is wrong with it'}</a>
      </p>
      <p>
        Questions? <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> or{' '}
        <a href={`mailto:${email}`}>{email}</a>
      </p>
    </div>
  )
}
