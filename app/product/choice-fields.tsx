import { m } from '~/language/messages'
import { nameOf } from '~/language/names'
import type { Choice } from '~/catalog/product-choice'
import { isGoneIn, leftOf, stockNote } from '~/catalog/stock'
import { pageUrl, type ChoiceView } from './product-view'
import { RowText } from '~/ui/free-text'

interface ChoiceProps {
  product: ChoiceView
  choice: Choice
  choose: (change: Partial<Choice>) => void
  /** Whether it was missing when the product was added. */
  isMissing: boolean
}

export function ColorChoice({
  product,
  choice,
  choose,
  isMissing,
  onNear,
}: ChoiceProps & { onNear: (color: string) => void }) {
  if (product.colors.length === 0) return null
  return (
    <fieldset id="choose-color" {...missingState(isMissing, 'color-missing')}>
      <legend>{m.product_color()}</legend>
      {isMissing ? <MissingNote id="color-missing" text={m.product_please_select_a_color()} /> : null}
      <div className="choices swatch">
        {product.colors.map(({ name, value }, index) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only loads what the field in it may show
          <label key={name} onPointerEnter={() => onNear(name)} onFocus={() => onNear(name)}>
            <input
              type="radio"
              name="color"
              value={name}
              checked={name === choice.color}
              onChange={() => choose({ color: name })}
              // Without scripts, Back would restore the color that was chosen last, beside the pictures of the one before it.
              autoComplete="off"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- a missing choice takes the focus of the refused form
              autoFocus={(isMissing && index === 0) || undefined}
            />
            <span style={{ background: value }} />
            <small className="hidden-visually">
              <RowText text={nameOf('color', name)} />
            </small>
          </label>
        ))}
        {product.colors.length > 1 ? (
          <button className="link show-color" formMethod="get" formAction={pageUrl(product)} name="step" value="0">
            {m.product_show_this_color()}
          </button>
        ) : null}
      </div>
    </fieldset>
  )
}

/** Renders the sizes to choose from, if the product has any. Those that are sold out in the chosen colour can't be chosen. */
export function SizeChoice({
  product,
  choice,
  choose,
  isMissing,
  sizeGuideUrl,
}: ChoiceProps & { sizeGuideUrl: string }) {
  if (product.variants.length === 0) return null
  const first = product.variants.find((variant) => leftOf(variant, choice.color) !== 0)
  return (
    <fieldset id="choose-size" aria-labelledby="size-label" {...missingState(isMissing, 'size-missing')}>
      <div className="between">
        <span className="label" id="size-label">
          {m.product_size()}
        </span>{' '}
        <a className="link" href={sizeGuideUrl} data-size="" data-replay>
          {m.product_size_guide()}
        </a>
      </div>
      {isMissing ? <MissingNote id="size-missing" text={m.product_please_select_a_size()} /> : null}
      <div className="choices size">
        {product.variants.map((variant) => {
          const note = stockNote(variant, choice.color)
          return (
            <label key={variant.label}>
              <input
                type="radio"
                name="size"
                value={variant.label}
                checked={variant.label === choice.size}
                onChange={() => choose({ size: variant.label })}
                disabled={leftOf(variant, choice.color) === 0}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- a missing choice takes the focus of the refused form
                autoFocus={(isMissing && variant === first) || undefined}
              />
              <span>{variant.label}</span> {note ? <small>{note}</small> : null}
            </label>
          )
        })}
      </div>
      {product.variants.some((variant) => leftOf(variant, choice.color) === 0) &&
      !isGoneIn(product.variants, choice.color) ? (
        <a className="link" href="#back-in-stock">
          {m.product_sold_out_ask()}
        </a>
      ) : null}
    </fieldset>
  )
}

function missingState(isMissing: boolean, noteId: string) {
  return isMissing ? { role: 'radiogroup', 'aria-invalid': true, 'aria-describedby': noteId } : {}
}

function MissingNote({ id, text }: { id: string; text: string }) {
  return (
    <p className="notice missing" id={id} role="alert">
      {text}
    </p>
  )
}
