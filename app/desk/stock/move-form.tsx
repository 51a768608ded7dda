import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { type ShopForm, useShopForm } from '~/ui/shop-form.server'
import { useReply } from '../form/posted-form'
import type { ProductStock } from './stock.server'
import { StockNumbers } from './stock-numbers'
import { stockTaskSchema } from './stock-tasks'

const WORDS = {
  receive: {
    title: 'Receive',
    about: 'Enter the pieces that came in. They are added to what the shop has.',
    button: 'Add the pieces',
  },
  damage: {
    title: 'Damaged',
    about: 'Enter the pieces that can’t be sold any more. They are taken off what the shop has.',
    button: 'Take the pieces off',
  },
} as const

interface MoveFormProps {
  stock: ProductStock
  task: keyof typeof WORDS
  page: number
  id: string
}

export function MoveForm({ stock, task, page, id }: MoveFormProps) {
  const reply = useReply({}, [task])
  const form = useShopForm(task, stockTaskSchema, reply)
  const { title, about, button } = WORDS[task]
  return (
    <form className="panel stack" {...form.props} aria-labelledby="task-title">
      <h2 id="task-title">{title}</h2>
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value={task} />
      <input type="hidden" name="form" value={id} />
      <p className="muted small">{about}</p>
      <StockNumbers stock={stock} splits={false} hasUncounted={false} page={page} reply={reply} />
      <Note form={form} />
      <p>
        <button className="button">{button}</button>
      </p>
    </form>
  )
}

export function Note({ form }: { form: ShopForm<'note'> }) {
  return <Field field={form.field('note')} label="Note, such as a delivery’s number" autoComplete="off" />
}
