export interface TrustFacts {
  /** Sanitised HTML from the operator, for example about packaging; null if there is none. */
  assurance: string | null
  returnDays: number | null
  email: string
  phone: string
}

/** Renders facts about packaging, returns and support above the order button. */
export function Trust({ facts: { assurance, returnDays, email, phone } }: { facts: TrustFacts }) {
  return (
    <div className="trust small muted">
      {assurance ? <div dangerouslySetInnerHTML={{ __html: assurance }} /> : null}
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
