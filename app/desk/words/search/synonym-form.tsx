import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { TextArea } from '~/ui/text-area'
import { SideBySide, storedUnlessRefused, typedText } from '../../side-by-side'
import { synonymSchema } from './synonym.schema'

interface SynonymFormProps {
  /** The word to change; undefined for a new one. */
  synonym: { word: string; meanings: readonly string[] } | undefined
  reply: SubmissionResult | undefined
}

/** Adds a word of the search, or changes what it means. */
export function SynonymForm({ synonym, reply }: SynonymFormProps) {
  const form = useShopForm('synonym', synonymSchema, reply)
  const now = synonym?.meanings.join('\n') ?? ''
  const isOutdated = reply !== undefined && typedText(reply, 'was') !== now
  return (
    <form className="panel stack" {...form.props} action="/desk/search" aria-labelledby="synonym-title">
      <h2 id="synonym-title">{synonym ? <bdi>What ‘{synonym.word}’ means</bdi> : 'Another word'}</h2>
      <ErrorSummary form={form} />
      {isOutdated ? <SideBySide fields={[{ label: 'Means', typed: typedText(reply, 'meanings'), now }]} /> : null}
      <input type="hidden" name="was" value={now} />
      {synonym ? (
        <input type="hidden" name="word" value={synonym.word} />
      ) : (
        <Field
          field={form.field('word')}
          label="Word that shoppers type, such as pajama"
          autoComplete="off"
          autoCapitalize="none"
        />
      )}
      <TextArea
        field={form.field('meanings')}
        label="Words of the shop that it means, one or several in each line"
        defaultValue={storedUnlessRefused(reply, now)}
        rows={3}
      />
      <p className="desk-buttons">
        <button className="button" name="intent" value="save">
          Save the word
        </button>
        {synonym ? (
          <>
            <button className="button button-outline" name="intent" value="remove">
              Remove the word
            </button>
            <a className="link" href="/desk/search">
              Another word instead
            </a>
          </>
        ) : null}
      </p>
    </form>
  )
}
