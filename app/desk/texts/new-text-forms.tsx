import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { ChoiceField } from '../choice-field'
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
        <ChoiceField
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
        <ChoiceField
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
