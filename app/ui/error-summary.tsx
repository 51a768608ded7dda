import type { ShopForm } from './shop-form.server'

/** The errors of a form, with links to the fields. Takes the focus if the first error belongs to no field. */
export function ErrorSummary({ form: { problems }, id }: { form: Pick<ShopForm, 'problems'>; id?: string }) {
  if (problems.length === 0) return null
  const distinct = problems.filter(
    ({ message }, index) => problems.findIndex((other) => other.message === message) === index,
  )
  const isFormError = problems[0]?.fieldId === undefined
  return (
    <div
      className="notice"
      role="alert"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- screen readers read the errors of a refused form first
      autoFocus={isFormError || undefined}
      id={id}
      data-arrival="idle"
    >
      {distinct.map(({ fieldId, message }) => (
        <div key={message}>{fieldId ? <a href={`#${fieldId}`}>{message}</a> : message}</div>
      ))}
    </div>
  )
}
