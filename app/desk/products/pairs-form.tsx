import { z } from 'zod'
import { toRupees } from '~/platform/money'
import { ErrorSummary } from '~/ui/error-summary'
import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'
import { useShopForm } from '~/ui/shop-form.server'
import { useAllowed } from '../areas'
import { AMOUNT } from '../form/edit-fields'
import { useReply } from '../form/posted-form'
import { Filters, SearchField } from '../list/filters'
import { type DeskPair, pairsSchema } from './pairs.server'
import { type ProductPart, STATE_NAMES } from './product-query'

/** What was posted. */
const typedSchema = z.object({
  chosen: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
  offs: z.array(z.string().nullish()).default([]),
})

interface PairsFormProps {
  product: { id: string; version: number }
  pairs: DeskPair[]
  search: string
}

/** Ticks which products belong to one, among those that go with it or are found. */
export function PairsForm({ product: { id, version }, pairs, search }: PairsFormProps) {
  const reply = useReply({}, ['pairs'])
  const form = useShopForm('pairs', pairsSchema, reply)
  const { data: typed } = typedSchema.safeParse(reply?.initialValue)
  const mayPrice = useAllowed('prices')
  const part: ProductPart = 'pairs'
  return (
    <section className="panel stack" aria-labelledby="pairs-title">
      <h2 id="pairs-title">Completes the set</h2>
      <p>
        The product’s page and the cart offer what is ticked here, with both sizes and one price. It holds for both
        products. What they cost less together is shared by both, and goes once the cart or the order has only one of
        them; a promo code counts for the rest. Suggested is what is of another kind, and of the same cloth or with the
        same attributes, in one of its colours.
      </p>
      <Filters action={`/desk/products/${id}`} name="Other products" button="Search">
        <input type="hidden" name="part" value={part} />
        <SearchField label="Search other products" value={search} />
      </Filters>
      <form className="stack" {...form.props} aria-label="Completes the set">
        <ErrorSummary form={form} />
        <input type="hidden" name="version" value={version} />
        {pairs.length === 0 ? (
          <p className="muted">{search ? 'None is found.' : 'None is alike. Search for one.'}</p>
        ) : null}
        {pairs.map(({ id: other, name, category, picture, state, is_paired: isPaired, price_off: off }, place) => (
          <div key={other} className="desk-pair">
            <label className="check">
              <input type="hidden" name="shown" value={other} />
              <input
                type="checkbox"
                name="chosen"
                value={other}
                defaultChecked={typed ? typed.chosen.includes(other) : isPaired}
              />
              <Picture source={picture} alt="" widths={[160]} sizes="" className="desk-mate" />
              <span>
                <span {...freeText(name)}>{name}</span>
                <br />
                <small className="muted">
                  {[category, state === 'published' ? null : STATE_NAMES[state]].filter(Boolean).join(', ')}
                </small>
              </span>
            </label>
            <label className="small">
              Less together, in rupees <span className="hidden-visually">with {name}</span>{' '}
              <input
                id={`pairs-offs[${place}]`}
                name={`offs[${place}]`}
                {...AMOUNT}
                autoComplete="off"
                readOnly={!mayPrice}
                defaultValue={typed ? (typed.offs[place] ?? '') : off > 0 ? toRupees(off) : ''}
              />
            </label>
          </div>
        ))}
        {pairs.length > 0 ? (
          <button className="button" name="intent" value="pairs">
            Save the set
          </button>
        ) : null}
      </form>
    </section>
  )
}
