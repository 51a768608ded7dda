import { m } from '~/language/messages'
import type { SubmissionResult } from '@conform-to/react'
import { Field, SelectField } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { Place } from '~/ui/place'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { alertLabel, type AlertChoice } from './alert-choice'
import { stockAlertSchema } from './restock.schema'

interface StockAlertFormProps {
  slug: string
  /** What is sold out: sizes, or sizes in a colour. */
  sizes: AlertChoice[]
  /** What is selected, in the form on a product’s page. */
  choice?: readonly (string | null)[]
  /** The signed-in shopper's e-mail address. */
  email: string | null
  reply?: SubmissionResult
}

export function StockAlertForm({ slug, sizes, choice, email, reply }: StockAlertFormProps) {
  const form = useShopForm('alert', stockAlertSchema, reply)
  const labels = new Map(sizes.map(({ name, size, color }) => [name, alertLabel(size, color)]))
  const names = [...labels.keys()]
  return (
    <form className="stack" action={`/back-in-stock?product=${slug}`} {...form.props}>
      <ErrorSummary form={form} />
      <SelectField
        field={form.field('size')}
        label={m.restock_size()}
        options={names}
        named={(name) => labels.get(name) ?? name}
        defaultValue={names.find((name) => choice?.includes(name)) ?? names[0]}
      />
      <Place name="stock-mail">
        <StockMailField email={email} reply={reply} />
      </Place>
      <SubmitButton className={choice ? 'button button-outline' : 'button'} busy={m.restock_sending()}>
        {m.restock_ask()}
      </SubmitButton>
    </form>
  )
}

export function StockMailField({ email, reply }: Pick<StockAlertFormProps, 'email' | 'reply'>) {
  const { field } = useShopForm('alert', stockAlertSchema, reply)
  return (
    <Field
      field={field('email')}
      label={m.restock_email()}
      type="email"
      autoComplete="email"
      defaultValue={email ?? undefined}
    />
  )
}
