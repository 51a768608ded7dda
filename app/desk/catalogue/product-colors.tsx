import type { SubmissionResult } from '@conform-to/react'
import type { ShopField } from '~/ui/shop-form.server'
import { ChoiceField } from '../choice-field'
import { storedUnlessRefused } from '../side-by-side'
import { Swatch } from '../swatch'
import type { DeskProduct } from './product-rows'

interface ProductColorsProps {
  product: DeskProduct
  /** Of the refused form, whose ticks are kept. */
  reply: SubmissionResult | undefined
  /** The colour that the shop shows first. */
  first: ShopField
}

/** The colours of a product, each with the number of its pictures, and which of them is shown first. */
export function ProductColors({ product: { colors, color_ids: own, pictures }, reply, first }: ProductColorsProps) {
  const ticked = reply ? [reply.initialValue?.color_ids].flat() : own
  const count = (id: string) => pictures.filter(({ color_id: color }) => color === id).length
  return (
    <fieldset className="stack">
      <legend>Colours</legend>
      <p className="muted small">
        A colour’s pictures are added under <a href="#pictures-title">Pictures</a>. They are removed with the colour. A
        colour that isn’t here is made under <a href="/desk/colors">Colours</a>.
      </p>
      <div className="desk-buttons">
        {colors.map(({ id, name, value }) => (
          <label key={id} className="check">
            <input type="checkbox" name="color_ids" value={id} defaultChecked={ticked.includes(id)} />{' '}
            <Swatch value={value} /> <bdi>{name}</bdi>
            {count(id) > 0 ? <span className="muted small">{pictureCount(count(id))}</span> : null}
          </label>
        ))}
      </div>
      <ChoiceField
        field={first}
        label="Shown first"
        none="As it is now"
        options={colors.map(({ id, name }) => [id, name])}
        defaultValue={storedUnlessRefused(reply, own[0] ?? '')}
      />
    </fieldset>
  )
}

function pictureCount(count: number): string {
  return count === 1 ? '1 picture' : `${count} pictures`
}
