import { m } from '~/language/messages'
import type { MateView } from '~/catalog/mate-view'
import type { Choice } from '~/catalog/product-choice'
import { Mate, SetChoices } from '~/catalog/set-form'
import { isGone, sizeOption } from '~/catalog/stock'
import { formatMoney } from '~/platform/money'
import { SubmitButton } from '~/ui/submit-button'
import type { ProductView } from './product-view'

interface CompleteSetProps {
  product: ProductView
  choice: Choice
  mates: MateView[]
}

/** Renders what completes a set with the product: the sizes of both, their price, and one button that adds both to the cart. */
export function CompleteSet({ product, choice, mates }: CompleteSetProps) {
  const { id, slug, name, variants, colors } = product
  const isSoldOut = variants.length > 0 && variants.every(isGone)
  if (mates.length === 0 || isSoldOut) return null
  return (
    <section className="section" id="set" aria-labelledby="set-title">
      <div className="section-head">
        <h2 className="sentence" id="set-title">
          {m.product_complete_the_set()}
        </h2>
      </div>
      {mates.map((mate) => (
        <form key={mate.id} className="set-form" method="post" action="/cart" aria-label={mate.name}>
          <input type="hidden" name="product" value={id} />
          <input type="hidden" name="slug" value={slug} />
          <input type="hidden" name="product2" value={mate.id} />
          <input type="hidden" name="slug2" value={mate.slug} />
          <Mate mate={mate} />
          <p className="set-choices">
            <span className="label">{name}</span>
            <SetChoices
              of=""
              name={name}
              sizes={variants.map((variant) => sizeOption(variant, choice.color))}
              colors={colors.map((one) => one.name)}
              size={choice.size ?? ''}
              color={choice.color ?? ''}
            />
          </p>
          <p className="set-choices">
            <span className="label">{mate.name}</span>
            <SetChoices of="2" {...mate} size="" />
          </p>
          <p className="set-sum">
            <b>
              {m.product_both_for({ price: formatMoney(Math.max(0, product.final_price + mate.final - mate.off)) })}
            </b>{' '}
            <SubmitButton className="button" name="intent" value="add-set" busy={m.product_adding()}>
              {m.product_add_both()}
            </SubmitButton>
          </p>
        </form>
      ))}
    </section>
  )
}
