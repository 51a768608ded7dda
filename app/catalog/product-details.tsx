import type { Product, Variant } from './product.schema'

/** Numbered features: title and description (document 1, section 2). */
export function FeatureList({ features }: { features: Product['features'] }) {
  return (
    <ol className="features">
      {features.map(({ title, description }) => (
        <li key={title}>
          <b>{title}:</b> <span>{description}</span>
        </li>
      ))}
    </ol>
  )
}

/** The size guide; '-' for what a size doesn't have. */
export function SizeGuide({ variants }: { variants: Variant[] }) {
  if (variants.length === 0) return <p>No size guide available.</p>
  return (
    <table>
      <thead>
        <tr>
          {['Size', 'Brand Size', 'Cup Size', 'Material'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {variants.map(({ id, size, brand_size: brandSize, cup_size: cupSize, material }) => (
          <tr key={id}>
            <td>{size ?? '-'}</td>
            <td>{brandSize ?? '-'}</td>
            <td>{cupSize ?? '-'}</td>
            <td>{material ?? '-'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
