import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field, FieldError } from '~/ui/field'
import { useShopForm, type ShopField } from '~/ui/shop-form.server'
import { newPageSchema, newQuestionSchema } from './new-text.schema'
import { SECTIONS } from './text-kinds'

interface ReplyProps {
  reply: SubmissionResult | undefined
}

/** Makes a page, which is shown once it is written. */
export function NewPageForm({ reply }: ReplyProps) {
  const form = useShopForm('new-page', newPageSchema, reply)
  return (
    <form className="panel stack" {...form.props} aria-labelledby="new-page-title">
      <h2 id="new-page-title">New page</h2>
      <ErrorSummary form={form} />
      <div className="desk-filters">
        <Field field={form.field('title')} label="Title of the page" autoComplete="off" />
        <Choice
          field={form.field('section')}
          label="Link in the footer"
          none="None"
          options={SECTIONS.map((section) => [section, section])}
        />
        <button className="button" name="intent" value="page">
          Make the page
        </button>
      </div>
    </form>
  )
}

interface NewQuestionFormProps extends ReplyProps {
  categories: readonly { id: string; name: string }[]
}

/** Makes a question, which is shown once it has an answer. */
export function NewQuestionForm({ categories, reply }: NewQuestionFormProps) {
  const form = useShopForm('new-question', newQuestionSchema, reply)
  return (
    <form className="panel stack" {...form.props} aria-labelledby="new-question-title">
      <h2 id="new-question-title">New question</h2>
      <ErrorSummary form={form} />
      <div className="desk-filters">
        <Field field={form.field('title')} label="Question" autoComplete="off" />
        <Choice
          field={form.field('category')}
          label="Category of the question"
          none="Please choose"
          options={categories.map(({ id, name }) => [id, name])}
        />
        <button className="button" name="intent" value="question">
          Make the question
        </button>
      </div>
    </form>
  )
}

interface ChoiceProps {
  field: ShopField
  label: string
  /** The name of no choice. */
  none: string
  /** Values with their names. */
  options: readonly (readonly [string, string])[]
}

function Choice({ field, label, none, options }: ChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      <select
        id={field.id}
        name={field.name}
        defaultValue={field.typed ?? ''}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={field.error ? field.errorId : undefined}
      >
        <option value="">{none}</option>
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <FieldError field={field} />
    </div>
  )
}
