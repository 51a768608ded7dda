import { reasonWords, returnStatusWords, type ReturnStatus } from '~/returns/return'
import { formatMoney, toRupees } from '~/platform/money'
import { formatDateTime } from '~/platform/time'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { freeText } from '~/ui/free-text'
import { useShopForm } from '~/ui/shop-form.server'
import { TextArea } from '~/ui/text-area'
import { DECISIONS, returnSchema, type Decision } from '../returns/return.schema'
import { Unsaved, type Refused } from '../form/side-by-side'
import type { DeskReturn } from './orders.server'
import { Panel } from '../panel'

function decisionsOf(status: ReturnStatus, kind: DeskReturn['kind']): Decision[] {
  if (status === 'requested') return ['approved', 'refused']
  if (status === 'approved') return ['received', 'refused']
  if (status === 'received') return kind === 'exchange' ? ['exchanged', 'refused'] : ['refused']
  return []
}

interface ReturnPanelProps extends Refused {
  given: DeskReturn
  /** The latest change at the desk that the page shows. */
  seen: number
}

export function ReturnPanel({ given, ...form }: ReturnPanelProps) {
  const { id, kind, status, reason, note, answer, photos, refund_amount: amount, created_at: made } = given
  const look = returnStatusWords(status)
  return (
    <Panel
      id={`title-${id}`}
      title={
        <>
          {kind === 'return' ? 'Return' : 'Exchange'} <span className={look.badge}>{look.label}</span>
        </>
      }
    >
      <p>
        {formatDateTime(made)}: {reasonWords(reason)}. {kind === 'return' ? formatMoney(amount) : null}
      </p>
      {note ? <p {...freeText(note)}>“{note}”</p> : null}
      <ul>
        {(given.items ?? []).map((item) => (
          <li key={`${item.name} ${item.size}`} dir="auto">
            {item.quantity} × {[item.name, item.size, item.color].filter(Boolean).join(', ')}
            {item.new_size ? ` → ${item.new_size}` : ''}
          </li>
        ))}
      </ul>
      {photos.length > 0 ? <p className="muted small">Photos in Storage, bucket files: {photos.join(', ')}</p> : null}
      {answer ? <p {...freeText(answer)}>Our answer: {answer}</p> : null}
      <DecisionForm given={given} {...form} />
    </Panel>
  )
}

const LABELS = { answer: 'Answer to the shopper', amount: 'Refund in rupees' }

function DecisionForm({ given, seen, reply, since }: ReturnPanelProps) {
  const { id, version, kind, status, refund_amount: amount } = given
  const own = reply?.initialValue?.id === id ? reply : undefined
  const form = useShopForm(`return-${id}`, returnSchema, own)
  const decisions = decisionsOf(status, kind)
  const isOpen = decisions.length > 0
  const [, pressed] = Object.entries(DECISIONS).find(([decision]) => decision === own?.initialValue?.decision) ?? []
  const problems = (
    <>
      <ErrorSummary form={form} />
      <Unsaved reply={own} since={since} isOpen={isOpen} pressed={pressed} labels={LABELS} />
    </>
  )
  if (!isOpen) return problems
  return (
    <form className="stack" {...form.props}>
      {problems}
      <input type="hidden" name="intent" value="return" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="seen" value={seen} />
      <TextArea field={form.field('answer')} label={LABELS.answer} rows={2} />
      {kind === 'return' && status !== 'received' ? (
        <Field field={form.field('amount')} label={LABELS.amount} inputMode="decimal" defaultValue={toRupees(amount)} />
      ) : null}
      <p className="desk-buttons">
        {decisions.map((decision) => (
          <button key={decision} className="button button-outline" name="decision" value={decision}>
            {DECISIONS[decision]}
          </button>
        ))}
      </p>
    </form>
  )
}
