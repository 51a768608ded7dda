import { RowText } from '~/ui/free-text'

/** Links that select the content of a page, such as tabs or filter chips. */
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
