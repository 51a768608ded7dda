import { formatMoney } from '~/platform/money'
import { useAllowed } from '../areas'
import { momentWords } from '../dates'
import { EditForm } from '../form/edit-form'
import { line } from '../form/edit-fields'
import { Cell, Table, TextLink } from '../list/table'
import { markOf } from '../orders/order-query'
import { Panel } from '../panel'
import { againSchema, cancelSchema } from './parcel.schema'
import { STATE_NAMES } from '~/couriers/parcel-words'
import type { DeskParcel } from './parcels.server'

interface ParcelTableProps {
  rows: readonly DeskParcel[]
  /** How the courier writes its cities. */
  cities: readonly string[]
  /** Whether there is a courier that the shop asks. */
  canBook: boolean
}

export function ParcelTable({ rows, cities, canBook }: ParcelTableProps) {
  return (
    <>
      <datalist id="cities">
        {cities.map((city) => (
          <option key={city} value={city} />
        ))}
      </datalist>
      <Table
        name="Parcels"
        rows={rows}
        numbers={['To collect']}
        columns={{
          Order: ({ order_id: orderId, number, created_at: made }) => (
            <Cell more={[momentWords(made)]}>
              <a className="link unbroken" href={`/desk/orders/${orderId}`}>
                {number}
              </a>
            </Cell>
          ),
          Parcel: (parcel) => <ParcelState parcel={parcel} canBook={canBook} />,
          To: ({ name, city, order_city: ordered }) => (
            <Cell more={[<bdi key="city">{city ?? ordered}</bdi>]}>
              <bdi>{name || '–'}</bdi>
            </Cell>
          ),
          Courier: ({ courier, tracking_number: tracking }) => (
            <Cell more={[tracking ? <bdi key="number">{tracking}</bdi> : null]}>
              <bdi>{courier ?? 'Not named'}</bdi>
            </Cell>
          ),
          'To collect': ({ to_collect: amount }) => formatMoney(amount),
        }}
      />
    </>
  )
}

export function ParcelState({ parcel, canBook }: { parcel: DeskParcel; canBook: boolean }) {
  const { id, version, state, courier_words: words, problem, city, order_city: ordered } = parcel
  const { number, sent_version: sentVersion, is_to_be_sent: isToBeSent } = parcel
  const canBookAgain = canBook && problem !== null && ['refused', 'cancelled'].includes(state) && isToBeSent
  return (
    <>
      <Cell
        more={[
          words ? <bdi key="words">{words}</bdi> : null,
          problem ? (
            <bdi key="problem" className="error">
              {problem}
            </bdi>
          ) : null,
        ]}
      >
        {STATE_NAMES[state]}
      </Cell>
      {['waiting', 'booked'].includes(state) ? (
        <EditForm
          id={`cancel-${id}`}
          name={`Cancel the parcel of ${number}`}
          schema={cancelSchema}
          look="plain"
          hidden={{ id, version: String(version) }}
          fields={[]}
          intent="cancel"
          button="Cancel"
          buttonName={`Cancel the parcel of ${number}`}
        />
      ) : null}
      {canBookAgain ? (
        <EditForm
          id={`again-${id}`}
          name={`Book ${number} again`}
          schema={againSchema}
          look="plain"
          hidden={{ order: markOf({ orderId: number, version: sentVersion }) }}
          fields={[[line('city', 'City', city ?? ordered, { list: 'cities' })]]}
          intent="again"
          button="Book again"
        />
      ) : null}
    </>
  )
}

export function ParcelPanel({
  parcels,
  mark,
  courier,
}: {
  parcels: readonly DeskParcel[]
  mark: string | null
  courier: string | null
}) {
  const mayBook = useAllowed('orders')
  return (
    <Panel id="parcels" title="Parcels">
      {parcels.length === 0 ? <p className="muted">None.</p> : null}
      <ul className="stack small">
        {parcels.map((parcel) => (
          <li key={parcel.id}>
            {parcel.number === parcel.order_id ? null : `${parcel.number}: `}
            <bdi>{parcel.courier ?? 'Courier not named'}</bdi> <bdi>{parcel.tracking_number}</bdi>:{' '}
            {STATE_NAMES[parcel.state]} <bdi>{parcel.courier_words}</bdi>{' '}
            {parcel.problem ? <span className="error">{parcel.problem}</span> : null}
          </li>
        ))}
      </ul>
      {mark && courier && mayBook ? (
        <form method="post" action="/desk/couriers">
          <input type="hidden" name="order" value={mark} />
          <button className="button button-outline" name="intent" value="book">
            Book with {courier}
          </button>
        </form>
      ) : null}
      {parcels.length > 0 && mayBook ? <TextLink to="/desk/couriers" text="All parcels" /> : null}
    </Panel>
  )
}
