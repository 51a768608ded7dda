import { STATE_NAMES } from '~/couriers/parcel-words'
import { isWithdrawable, reasonWords, returnStatusWords } from '~/returns/return'
import { formatMoney, toRupees } from '~/platform/money'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { freeText } from '~/ui/free-text'
import { useShopForm } from '~/ui/shop-form.server'
import { TextArea } from '~/ui/text-area'
import {
  DECISIONS,
  differenceSchema,
  DIFFERENCES,
  returnSchema,
  sendExchangeSchema,
  STEP_WORDS,
  takeBackReturnSchema,
  type Decision,
} from '../returns/return.schema'
import { Only } from '../areas'
import { momentWords } from '../dates'
import { choice, line, rupees } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { useReply } from '../form/posted-form'
import { markOf } from './order-query'
import { Unsaved, type Refused } from '../form/side-by-side'
import type { DeskReturn } from './orders.server'
import { Panel } from '../panel'

function decisionsOf({ status, kind, parcel }: DeskReturn): Decision[] {
  if (status === 'requested') return ['approved', 'refused']
  if (status === 'approved') return ['received', 'refused']
  if (status !== 'received') return []
  if (kind === 'return') return ['refused']
  return parcel && ['moving', 'returning'].includes(parcel.state)
    ? ['exchanged', 'came_back']
    : ['exchanged', 'refused']
}

interface ReturnPanelProps extends Refused {
  given: DeskReturn
  /** The latest change at the desk that the page shows. */
  seen: number
}

export function ReturnPanel({ given, courier, ...form }: ReturnPanelProps & { courier: string | null }) {
  const { id, kind, status, reason, note, answer, photos, created_at: made } = given
  const { refund_amount: amount, due_amount: due, number, parcel } = given
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
        {momentWords(made)}: {reasonWords(reason)}. {kind === 'return' ? formatMoney(amount) : null}
        {kind === 'exchange' && amount > 0 ? `${formatMoney(amount)} goes back.` : null}
        {due > 0 ? `${formatMoney(due)} is collected with its parcel.` : null}
      </p>
      {number && parcel ? (
        <p>
          Parcel {number}: {STATE_NAMES[parcel.state]} <bdi>{parcel.courier}</bdi> <bdi>{parcel.tracking_number}</bdi>
        </p>
      ) : null}
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
      <Only areas={['orders']}>
        {status === 'received' && number ? <Sending given={given} number={number} courier={courier} /> : null}
        <DecisionForm given={given} {...form} />
      </Only>
      <Only areas={['money']}>
        <Difference given={given} />
      </Only>
      <Only areas={['orders']}>
        <TakeBack given={given} />
      </Only>
    </Panel>
  )
}

/** The slip, the label and the parcel of an exchange whose goods came back. */
function Sending({ given, number, courier }: { given: DeskReturn; number: string; courier: string | null }) {
  const { id, version, parcel } = given
  const mark = markOf({ orderId: number, version })
  return (
    <>
      <p className="desk-buttons">
        <a className="button button-outline" href={`/desk/orders/slips?order=${encodeURIComponent(mark)}`}>
          Packing slip of {number}
        </a>
        <a className="button button-outline" href={`/desk/orders/labels?order=${encodeURIComponent(mark)}`}>
          Label of {number}
        </a>
      </p>
      {courier && !parcel ? (
        <form method="post" action="/desk/couriers">
          <input type="hidden" name="order" value={mark} />
          <button className="button button-outline" name="intent" value="book">
            Book {number} with {courier}
          </button>
        </form>
      ) : null}
      {!parcel || parcel.state === 'booked' ? (
        <EditForm
          id={`send-${id}`}
          name={`Send ${number} by hand`}
          schema={sendExchangeSchema}
          look="plain"
          hidden={{ id, number }}
          fields={[[line('courier', 'Courier'), line('tracking', 'Tracking number', undefined, { dir: 'ltr' })]]}
          intent="send_exchange"
          button="Sent"
        />
      ) : null}
    </>
  )
}

function Difference({ given }: Pick<ReturnPanelProps, 'given'>) {
  const { id, version, kind, status, due_amount: due, refund_amount: back } = given
  const reply = useReply({ id }, ['correct_difference'])
  if (kind !== 'exchange' || !isWithdrawable(status)) return null
  return (
    <details open={reply !== undefined}>
      <summary>Correct the difference</summary>
      <EditForm
        id={`difference-${id}`}
        name="Correct the difference"
        schema={differenceSchema}
        look="plain"
        version={version}
        hidden={{ id }}
        fields={[
          [
            choice('difference', 'Difference', Object.entries(DIFFERENCES), back > 0 ? 'back' : 'due'),
            rupees('amount', 'In rupees', back > 0 ? back : due),
            line('reason', 'Reason', undefined, { hint: 'The shopper reads it.' }),
          ],
        ]}
        intent="correct_difference"
        button="Correct it"
      />
    </details>
  )
}

function TakeBack({ given: { id, version, step } }: Pick<ReturnPanelProps, 'given'>) {
  if (!step) return null
  return (
    <EditForm
      id={`take-back-${id}`}
      name={`Take “${STEP_WORDS[step.action]}” back`}
      schema={takeBackReturnSchema}
      look="plain"
      version={version}
      hidden={{ id }}
      fields={[
        <p key="about" className="muted small">
          “{STEP_WORDS[step.action]}” can be taken back until {momentWords(step.until)}.
          {step.is_told ? ' The shopper has been mailed about it: please tell them.' : ''}
        </p>,
        [line('reason', 'Reason', undefined, { hint: 'The shopper may read it.' })],
      ]}
      intent="take_back_return"
      button="Take it back"
    />
  )
}

const LABELS = { answer: 'Answer to the shopper', amount: 'Refund in rupees' }

function DecisionForm({ given, seen, reply, since }: ReturnPanelProps) {
  const { id, version, kind, status, refund_amount: amount } = given
  const own = reply?.initialValue?.id === id ? reply : undefined
  const form = useShopForm(`return-${id}`, returnSchema, own)
  const decisions = decisionsOf(given)
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
