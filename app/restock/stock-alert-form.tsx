import type { SubmissionResult } from '@conform-to/react'
import { Field } from '~/ui/field'
import { ErrorSummary, typed } from '~/ui/form-errors'
import { Place } from '~/ui/place'
import { SubmitButton } from '~/ui/submit-button'

interface StockAlertFormProps {
  slug: string
  /** The sizes that are sold out. */
  sizes: string[]
  /** The one to begin with. */
  size?: string | null
  /** The signed-in shopper's address. */
  email: string | null
  reply?: SubmissionResult
}

/** Asks for a mail when a size that is sold out is back. */
export function StockAlertForm({ slug, sizes, size, email, reply }: StockAlertFormProps) {
  const first = typed(reply, 'size') ?? (size && sizes.includes(size) ? size : sizes[0])
  return (
    <form className="stock-alert" method="post" action={`/back-in-stock?product=${slug}`} noValidate>
      <ErrorSummary reply={reply} />
      <div className="field">
        <label htmlFor="size">Size</label>
        <select id="size" name="size" defaultValue={first}>
          {sizes.map((label) => (
            <option key={label} value={label}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <Place name="stock-mail">
        <StockMailField email={email} reply={reply} />
      </Place>
      <SubmitButton className="button button-outline" busy="Sending…">
        Mail me when it is back
      </SubmitButton>
    </form>
  )
}

/** The address, which a signed-in shopper needs not type. */
export function StockMailField({ email, reply }: Pick<StockAlertFormProps, 'email' | 'reply'>) {
  return (
    <Field
      name="email"
      label="E-mail"
      type="email"
      autoComplete="email"
      defaultValue={email ?? undefined}
      reply={reply}
    />
  )
}
