import { m } from '~/language/messages'
import { RowText } from './free-text'

/** A page's breadcrumb. All steps but the last are links. */
export function Breadcrumb({ steps }: { steps: readonly { name: string; to?: string }[] }) {
  return (
    <nav aria-label={m.ui_breadcrumb()}>
      <ol className="breadcrumb">
        {steps.map(({ name, to }) => (
          <li key={name}>
            {to ? (
              <a href={to}>
                <RowText text={name} />
              </a>
            ) : (
              <span aria-current="page">
                <RowText text={name} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
