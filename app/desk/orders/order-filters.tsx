import { STATUSES, statusLook } from '~/orders/order'
import { DayFilter, Filter, Filters, SearchField } from '../list/filters'
import { isFiltered, TASKS, TASK_NAMES, type OrderQuery } from './order-query'

const METHODS = [
  ['cod', 'Cash'],
  ['payfast', 'Card'],
] as const

/** The search and filters of the list. The filters are folded on phones. */
export function OrderFilters({ query }: { query: OrderQuery }) {
  const filters = [
    {
      name: 'task',
      label: 'Waits',
      value: query.task,
      options: TASKS.map((task) => [task, TASK_NAMES[task]] as const),
    },
    {
      name: 'status',
      label: 'Status',
      value: query.status,
      options: STATUSES.map((status) => [status, statusLook(status).label] as const),
    },
    { name: 'method', label: 'Payment', value: query.method, options: METHODS },
  ]
  return (
    <Filters action="/desk/orders">
      <SearchField label="Number, name, phone or tracking" value={query.search} />
      <details className="desk-more" open={isFiltered(query)}>
        <summary>Filters</summary>
        <div className="desk-filters">
          {filters.map((filter) => (
            <Filter key={filter.name} all="Any" {...filter} />
          ))}
          <DayFilter name="from" label="From" value={query.from} />
          <DayFilter name="until" label="Until" value={query.until} />
        </div>
      </details>
    </Filters>
  )
}
