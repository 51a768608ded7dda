import type { SubmissionResult } from '@conform-to/react'

type Reply = SubmissionResult | undefined

/** What is wrong with one field, in one line. */
export function fieldError(reply: Reply, name: string): string | undefined {
  return reply?.error?.[name]?.join(' ')
}

/** What was typed into a field of a refused form. */
export function typed(reply: Reply, name: string): string | undefined {
  const value = reply?.initialValue?.[name]
  return typeof value === 'string' ? value : undefined
}

/** Everything that is wrong, above the form, with links to the fields; takes the focus. */
export function ErrorSummary({ reply, id }: { reply: Reply; id?: string }) {
  const problems = Object.entries(reply?.error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ name, message })),
  )
  if (problems.length === 0) return null
  const distinct = problems.filter(
    ({ message }, place) => problems.findIndex((other) => other.message === message) === place,
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- what is wrong is what whoever sent the form has to hear first
    <div className="notice" role="alert" tabIndex={-1} autoFocus id={id} data-arrival="idle">
      {distinct.map(({ name, message }) => (
        <div key={name + message}>{name ? <a href={`#${name}`}>{message}</a> : message}</div>
      ))}
    </div>
  )
}
