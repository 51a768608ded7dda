import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import { freeText, RowText } from '~/ui/free-text'
import { Care } from './care'
import type { ProductView } from './product-view'

interface ProductFactsProps {
  product: Pick<ProductView, 'attributes' | 'variants'>
  /** How it fits, in words; null if nobody says. */
  fit: string | null
}

/** Renders what is known of a product in short: what operators say of it, what its sizes are made of, and how it fits. */
export function ProductFacts({ product: { attributes, variants }, fit }: ProductFactsProps) {
  const materials = [...new Set(variants.flatMap(({ material }) => material ?? []))]
  const namesFabric = attributes.some(({ name }) => name === 'Fabric')
  if (attributes.length + materials.length === 0 && fit === null) return null
  return (
    <dl className="attributes">
      {fit === null ? null : (
        <div className="whole">
          <dt>{m.sizes_how_it_fits()}</dt>
          <dd {...freeText(fit)}>{fit}</dd>
        </div>
      )}
      {materials.length > 0 && !namesFabric ? (
        <div>
          <dt>{m.product_material()}</dt>
          <dd>
            <RowText text={listed(materials.map((material) => nameOf('value', material)))} />
          </dd>
        </div>
      ) : null}
      {attributes.map(({ name, values }) => (
        <div key={name}>
          <dt>
            <RowText text={nameOf('attribute', name)} />
          </dt>
          <dd>
            {name === 'Care' ? (
              <Care values={values} />
            ) : (
              <RowText text={listed(values.map((value) => nameOf('value', value)))} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
