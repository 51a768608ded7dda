import { data, type HeadersFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { MAX_BILLS } from '~/couriers/courier'
import { askedCouriers, courierOf } from '~/couriers/couriers.server'
import { attempt } from '~/platform/attempt.server'
import { counted } from '~/platform/text'
import { Only } from '../areas'
import { atDesk } from '../desk.server'
import { deskPage, isId } from '../desk-page'
import { Tabs } from '../list/filters'
import { listAddress, listUrl } from '../list/list-address'
import { ListPage } from '../list/list-page'
import { changeParcels } from './parcel-actions.server'
import { ParcelTable } from './parcel-table'
import { inGroups, LISTS, type ParcelList } from '~/couriers/parcel-words'
import { listParcels } from './parcels.server'

export const { handle, meta } = deskPage('Couriers')

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

const REFRESH_SECONDS = '3'

/** The page of parcels that were booked together loads itself again while some of them wait. */
export const loader = atDesk(async ({ operator, request, context }) => {
  const { parameters, page } = listAddress(request)
  const list = (Object.keys(LISTS) as ParcelList[]).find((one) => one === parameters.get('list')) ?? null
  const given = parameters.get('batch')
  const batch = isId(given) ? given : null
  const found = await listParcels(operator, { list, batch, page })
  const asked = askedCouriers(context.settings)
  const needsCities = found.rows.some(({ state }) => state === 'refused')
  const cities = needsCities
    ? await attempt(context, 'cities of the courier not read', () =>
        courierOf(context.settings, asked[0] ?? null).cities(),
      )
    : null
  const isWorking =
    batch !== null && found.waiting > 0 && found.rows.some(({ state, problem }) => state === 'waiting' && !problem)
  return data(
    { ...found, list, batch, asked, cities: cities ?? [] },
    { headers: isWorking ? { Refresh: REFRESH_SECONDS } : {} },
  )
})

export const action = atDesk(({ operator, request, context }) => changeParcels(context, request, operator))

export default function Parcels() {
  const { list, batch, rows, total, waiting, asked, cities } = useLoaderData<typeof loader>()
  const tabs = [
    ['/desk/couriers', 'All'],
    ...Object.entries(LISTS).map(([name, words]) => [`/desk/couriers?list=${name}`, words]),
  ] as [string, string][]
  const bills = rows.flatMap(({ state, courier, tracking_number: tracking }) =>
    state === 'booked' && asked.includes(courier ?? '') && tracking ? [tracking] : [],
  )
  return (
    <ListPage
      title={batch ? 'Parcels booked together' : 'Couriers'}
      above={
        <>
          <Tabs name="Parcels" tabs={tabs} shown={batch ? '' : listUrl('/desk/couriers', { list })} />
          <p className="desk-buttons">
            <a className="button" href="/desk/couriers/numbers">
              Enter tracking numbers
            </a>
            {inGroups(bills, MAX_BILLS).map((group, place) => (
              <a
                key={group[0]}
                className="button button-outline"
                href={`/desk/couriers/bills?tracking=${group.join(',')}`}
              >
                Airway bills {place * MAX_BILLS + 1}–{place * MAX_BILLS + group.length}
              </a>
            ))}
            <Only areas={['money']}>
              <a className="button button-outline" href="/desk/couriers/settlements">
                Settlements
              </a>
            </Only>
          </p>
          {batch ? <Progress batch={batch} waiting={waiting} total={total} /> : null}
        </>
      }
      rows={rows}
      total={total}
      noun={['parcel']}
    >
      <ParcelTable rows={rows} cities={cities} canBook={asked.length > 0} />
    </ListPage>
  )
}

function Progress({ batch, waiting, total }: { batch: string; waiting: number; total: number }) {
  return (
    <>
      <p>
        <label htmlFor="asked">
          {total - waiting} of {counted(total, 'parcel')} done; {waiting} wait.
        </label>
        <br />
        <progress id="asked" className="desk-progress" value={total - waiting} max={total} />
      </p>
      {waiting > 0 ? (
        <form>
          <input type="hidden" name="batch" value={batch} />
          <p className="muted">This goes on by itself, also if you close the page.</p>
          <button className="button button-outline">Show the progress</button>
        </form>
      ) : null}
    </>
  )
}
