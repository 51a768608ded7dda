import { RowText } from '~/ui/free-text'
import { m } from '~/language/messages'

export function ChoiceLinks({
  label,
  choices,
}: {
  label: string
  choices: readonly { name: string; to: string; isChosen: boolean }[]
}) {
  return (
    <nav aria-label={label}>
      <ul className="choice-links">
        {choices.map(({ name, to, isChosen }) => (
          <li key={name}>
            <a href={to} aria-current={isChosen ? 'page' : undefined}>
              <RowText text={name} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns links to 'All' (`path`) and to each distinct group (`path?parameter=group`). `chosen` is '' for all. */
export function groupChoices(groups: readonly string[], chosen: string, path: string, parameter: string) {
  return ['', ...new Set(groups)].map((name) => ({
    name: name || m.content_all(),
    to: name ? `${path}?${parameter}=${encodeURIComponent(name)}` : path,
    isChosen: name === chosen,
  }))
}
