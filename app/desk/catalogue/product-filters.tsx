import { PRODUCT_STATES, STATE_NAMES, STOCK_NAMES, type ProductQuery } from './product-query'
import type { Choice } from './product-rows'

interface ProductFiltersProps {
  query: ProductQuery
  categories: readonly Choice[]
}

/** The search and filters of the list; a GET form, so that an address can be kept as a bookmark. */
export function ProductFilters({ query, categories }: ProductFiltersProps) {
  const { search, category, state, stock, isDiscounted } = query
  return (
    <form className="desk-filters" action="/desk/products" role="search">
      <div className="field">
        <label htmlFor="search">Name or article number</label>
        <input id="search" name="search" type="search" dir="auto" maxLength={100} defaultValue={search} />
      </div>
      <Filter
        name="category"
        label="Category"
        value={category}
        options={categories.map(({ id, name }) => [id, name])}
      />
      <Filter name="state" label="State" value={state} options={PRODUCT_STATES.map((one) => [one, STATE_NAMES[one]])} />
      <Filter name="stock" label="Stock" value={stock} options={Object.entries(STOCK_NAMES)} />
      <Filter
        name="discounted"
        label="Discount"
        value={isDiscounted ? 'yes' : null}
        options={[['yes', 'Discounted, now or later']]}
      />
      <button className="button">Show</button>
    </form>
  )
}

interface FilterProps {
  name: string
  label: string
  value: string | null
  /** Values with their names. */
  options: readonly (readonly [string, string])[]
}

function Filter({ name, label, value, options }: FilterProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value ?? ''}>
        <option value="">Any</option>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
