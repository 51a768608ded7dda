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

/** A row of a group, such as a job of a department, with the group's name in addresses. */
interface Grouped {
  group: string
  name: string
}

/** Returns links to 'All' (`path`) and to each distinct group (`path?parameter=group`). `chosen` is '' for all. */
export function groupChoices(rows: readonly Grouped[], chosen: string, path: string, parameter: string) {
  const groups = new Map([['', m.content_all()], ...rows.map(({ group, name }): [string, string] => [group, name])])
  return [...groups].map(([group, name]) => ({
    name,
    to: group ? groupPath(path, parameter, group) : path,
    isChosen: group === chosen,
  }))
}

export function groupPath(path: string, parameter: string, group: string): string {
  return `${path}?${parameter}=${encodeURIComponent(group)}`
}
