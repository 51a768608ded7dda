import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import { freeText, RowText } from '~/ui/free-text'
import { TableHead } from '~/ui/table-head'
import { Care } from './care'
import type { ProductView } from './product-view'

/** Renders the numbered features (PD-32). */
export function FeatureList({ features }: { features: ProductView['features'] }) {
  return (
    <ol className="features">
      {features.map(({ title, description }) => (
        <li key={title} {...freeText(title)}>
          <b>{description ? `${title}:` : title}</b> <span>{description}</span>
        </li>
      ))}
    </ol>
  )
}

/** Renders the attributes: what operators say beside colours and sizes. */
export function AttributeList({ attributes }: { attributes: ProductView['attributes'] }) {
  if (attributes.length === 0) return null
  return (
    <dl className="attributes">
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

/** Renders the size guide; '-' for an empty cell (PD-33 to PD-35). */
export function SizeGuide({ variants }: { variants: ProductView['variants'] }) {
  if (variants.length === 0) return <p>{m.product_no_size_guide_available()}</p>
  return (
    <div className="scrolls" role="region" aria-label={m.product_sizes()} tabIndex={0}>
      <table>
        <TableHead names={[m.product_size(), m.product_brand_size(), m.product_cup_size(), m.product_material()]} />
        <tbody>
          {variants.map(({ label, size, brand_size: brandSize, cup_size: cupSize, material }) => (
            <tr key={label}>
              <td>{size ?? '-'}</td>
              <td>{brandSize ?? '-'}</td>
              <td>{cupSize ?? '-'}</td>
              <td>{material ? <RowText text={material} /> : '-'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
