import { area, line } from '../../form/edit-fields'
import { EditForm } from '../../form/edit-form'
import { useReply } from '../../form/posted-form'
import { SideBySide, typedText } from '../../form/side-by-side'
import { synonymSchema } from './synonym.schema'
import { TextLink } from '../../list/table'

interface SynonymFormProps {
  /** The word to change; undefined for a new one. */
  synonym: { word: string; meanings: readonly string[] } | undefined
}

/** Adds a word of the search, or changes what it means. It has no version: `was` says what it meant. */
export function SynonymForm({ synonym }: SynonymFormProps) {
  const reply = useReply()
  const now = synonym?.meanings.join('\n') ?? ''
  const isOutdated = reply !== undefined && typedText(reply, 'was') !== now
  return (
    <EditForm
      id="synonym"
      name={synonym ? `What ‘${synonym.word}’ means` : 'Another word'}
      schema={synonymSchema}
      action="/desk/search"
      intent="save"
      fields={[
        isOutdated ? (
          <SideBySide key="both" fields={[{ label: 'Means', typed: typedText(reply, 'meanings'), now }]} />
        ) : null,
        <input key="was" type="hidden" name="was" value={now} />,
        synonym ? (
          <input key="word" type="hidden" name="word" value={synonym.word} />
        ) : (
          line('word', 'Word that shoppers type, such as pajama', undefined, { autoCapitalize: 'none' })
        ),
        area('meanings', 'Words of the shop that it means, one or several in each line', now, 3),
      ]}
      button="Save the word"
      buttons={synonym && { remove: 'Remove the word' }}
      links={synonym ? <TextLink to="/desk/search" text="Another word instead" /> : null}
    />
  )
}
