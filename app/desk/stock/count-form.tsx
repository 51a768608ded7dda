import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { isByColor } from './cells'
import { useReply } from '../form/posted-form'
import { Differences } from './differences'
import { Note } from './move-form'
import type { Review } from './stock-actions.server'
import type { ProductStock } from './stock.server'
import { StockNumbers } from './stock-numbers'
import { stockTaskSchema, taskUrl } from './stock-tasks'

interface CountFormProps {
  stock: ProductStock
  splits: boolean
  page: number
  review: Review | null
}

/** The count of a product: what the shop thinks is shown after it, with what differs. */
export function CountForm({ stock, splits, page, review }: CountFormProps) {
  const reply = useReply({}, ['count'])
  const form = useShopForm('count', stockTaskSchema, reply)
  const canSplit = !splits && stock.colors.length > 0 && !isByColor(stock)
  return (
    <form className="panel stack" {...form.props} aria-labelledby="task-title">
      <h2 id="task-title">{splits ? 'Count each colour' : 'Count'}</h2>
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="count" />
      {review ? (
        <Differences review={review} note={<Note form={form} />} />
      ) : (
        <p className="muted small">
          Count all pieces on the shelf, also those that are ordered but not packed. What you leave empty stays as it
          is.
          {splits && !isByColor(stock)
            ? ' Once one colour of a size is counted, its other colours have what you enter, or none.'
            : ''}
        </p>
      )}
      <StockNumbers stock={stock} splits={splits} hasUncounted page={page} reply={reply} />
      <p>
        <button className={review ? 'button button-outline' : 'button'}>
          {review ? 'Compare again' : 'Compare with the shop'}
        </button>
      </p>
      {canSplit ? (
        <p className="small">
          The colours of a size share one number. <a href={taskUrl(stock.id, 'count', true)}>Count each colour</a>
        </p>
      ) : null}
    </form>
  )
}
