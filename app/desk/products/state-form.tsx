import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { useReply } from '../form/posted-form'
import type { ProductState } from './product-query'
import type { DeskProduct } from './product-rows'
import { stateSchema } from './product.schema'

const BUTTONS: Record<ProductState, string> = {
  published: 'Publish',
  draft: 'Make it a draft',
  archived: 'Archive',
}

/** The states that a product can be brought to, the usual one first. */
const NEXT: Record<ProductState, readonly ProductState[]> = {
  published: ['draft', 'archived'],
  draft: ['published', 'archived'],
  archived: ['published', 'draft'],
}

/** Publishes, hides or archives a product, and duplicates it. */
export function StateForm({ product: { version, state } }: { product: DeskProduct }) {
  const form = useShopForm('state', stateSchema, useReply({}, ['state']))
  return (
    <div className="stack">
      <ErrorSummary form={form} />
      <div className="desk-buttons">
        <form {...form.props} className="desk-buttons" aria-label="State">
          <input type="hidden" name="intent" value="state" />
          <input type="hidden" name="version" value={version} />
          {NEXT[state].map((next) => (
            <button key={next} className="button button-outline" name="state" value={next}>
              {BUTTONS[next]}
            </button>
          ))}
        </form>
        <form method="post" aria-label="Copy">
          <button className="button button-outline" name="intent" value="duplicate">
            Duplicate
          </button>
        </form>
      </div>
    </div>
  )
}
