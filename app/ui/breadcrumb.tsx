import { m } from '~/language/messages'

/** A page's breadcrumb. All steps but the last are links. */
export function Breadcrumb({ steps }: { steps: readonly { name: string; to?: string }[] }) {
  return (
    <nav aria-label={m.ui_breadcrumb()}>
      <ol className="breadcrumb">
        {steps.map(({ name, to }) => (
          <li key={name}>{to ? <a href={to}>{name}</a> : <span aria-current="page">{name}</span>}</li>
        ))}
      </ol>
    </nav>
  )
}
