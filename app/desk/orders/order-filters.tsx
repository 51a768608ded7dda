import { STATUSES, statusLook } from '~/orders/order'
import { isFiltered, TASKS, TASK_NAMES, type OrderQuery } from './order-query'

/** The search and filters of the list; a GET form, so that an address can be kept as a bookmark. The filters are folded on phones. */
export function OrderFilters({ query }: { query: OrderQuery }) {
  return (
    <form className="desk-filters" action="/desk/orders" role="search">
      <div className="field">
        <label htmlFor="search">Number, name, phone or tracking</label>
        <input id="search" name="search" type="search" dir="auto" maxLength={100} defaultValue={query.search} />
      </div>
      <details className="desk-more" open={isFiltered(query)}>
        <summary>Filters</summary>
        <div className="desk-filters">
          <Choice name="task" label="Waits" value={query.task} all="Any">
            {TASKS.map((task) => [task, TASK_NAMES[task]])}
          </Choice>
          <Choice name="status" label="Status" value={query.status} all="Any">
            {STATUSES.map((status) => [status, statusLook(status).label])}
          </Choice>
          <Choice name="method" label="Payment" value={query.method} all="Any">
            {[
              ['cod', 'Cash'],
              ['payfast', 'Card'],
            ]}
          </Choice>
          <div className="field">
            <label htmlFor="from">From</label>
            <input id="from" name="from" type="date" defaultValue={query.from ?? ''} />
          </div>
          <div className="field">
            <label htmlFor="until">Until</label>
            <input id="until" name="until" type="date" defaultValue={query.until ?? ''} />
          </div>
        </div>
      </details>
      <button className="button">Show</button>
    </form>
  )
}

interface ChoiceProps {
  name: string
  label: string
  value: string | null
  /** The option for no filter. */
  all: string
  /** Values with their names. */
  children: readonly (readonly string[])[]
}

function Choice({ name, label, value, all, children }: ChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value ?? ''}>
        <option value="">{all}</option>
        {children.map(([key = '', text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
