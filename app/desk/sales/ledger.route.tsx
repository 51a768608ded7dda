import { useLoaderData } from '@remix-run/react'
import { formatMoney } from '~/platform/money'
import { dateInPakistan } from '~/platform/time'
import { freeText } from '~/ui/free-text'
import { momentWords } from '../dates'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { DayFilter, Filter, Filters } from '../list/filters'
import { pageNumber } from '../list/list-address'
import { ListPage } from '../list/list-page'
import { Cell, OrderLink, Table } from '../list/table'
import {
  causeWords,
  CHANNEL_NAMES,
  entriesUrl,
  figureName,
  FIGURE_CODES,
  kindWords,
  LISTS,
  parseEntryQuery,
} from './figures'
import { REASON_NAMES, rowName, SUM_CODES, type List } from './figures'
import { MAX_DAYS, parsePeriod } from './period'
import { readEntries } from './sales.server'

export const { handle, meta } = deskPage('Ledger')

export const loader = atDesk(async ({ operator, request }) => {
  const { searchParams } = new URL(request.url)
  const period = parsePeriod(searchParams, dateInPakistan(new Date()))
  const query = parseEntryQuery(searchParams)
  return { period, query, entries: await readEntries(operator, period, query, pageNumber(searchParams)) }
})

const optionsOf = (names: Partial<Record<string, string>>) =>
  Object.entries(names).map(([code, name]) => [code, name ?? code] as const)

export default function Ledger() {
  const {
    period,
    query: { figure, filter },
    entries: { rows, total, sum, names },
  } = useLoaderData<typeof loader>()
  const { channel, reason, ...others } = filter
  const without = (name: string) => Object.fromEntries(Object.entries(filter).filter(([other]) => other !== name))
  return (
    <ListPage
      title="Ledger"
      above={
        <>
          <Filters action="/desk/ledger" name="Entries">
            <DayFilter name="from" label="From" value={period.from} />
            <DayFilter name="until" label={`Until (at most ${MAX_DAYS} days)`} value={period.until} />
            <Filter
              name="figure"
              label="Figure"
              value={figure}
              all="All entries"
              options={[...SUM_CODES, ...FIGURE_CODES].map((code) => [code, figureName(code)])}
            />
            <Filter
              name="channel"
              label="Came in by"
              value={channel ?? null}
              all="All"
              options={optionsOf(CHANNEL_NAMES)}
            />
            <Filter name="reason" label="Reason" value={reason ?? null} all="All" options={optionsOf(REASON_NAMES)} />
            {Object.entries(others).map(([name, key]) => (
              <input key={name} type="hidden" name={name} value={key} />
            ))}
          </Filters>
          {Object.entries(others).map(([name, key]) => (
            <p key={name}>
              {LISTS[name as List][1]}: <bdi>{rowName(name, key, names[name] ?? null)}</bdi>{' '}
              <a className="link" href={entriesUrl(period, figure, without(name))}>
                Show all
              </a>
            </p>
          ))}
          {sum === null || figure === null ? null : (
            <p>
              {figureName(figure)}: <b className="unbroken">{formatMoney(sum)}</b>
            </p>
          )}
        </>
      }
      rows={rows}
      total={total}
      noun={['entry', 'entries']}
    >
      <Table
        name="Entries"
        rows={rows}
        columns={{
          Number: ({ number, order_number: order }) => (
            <Cell more={[order && <OrderLink key="order" id={order} />]}>{number}</Cell>
          ),
          What: ({ kind, cause, product, reason: why, courier }) => (
            <Cell more={[[causeWords(cause), why].filter(Boolean).join(': '), courier]}>
              {kindWords(kind)}
              {product ? ': ' : ''}
              {product ? <span {...freeText(product)}>{product}</span> : null}
            </Cell>
          ),
          When: ({ made_at: at, made_by: who }) => <Cell more={[who]}>{momentWords(at)}</Cell>,
          Figure: (entry) => (entry.figure === null ? '–' : figureName(entry.figure)),
          Pieces: ({ pieces }) => pieces ?? '',
          Amount: ({ amount }) => formatMoney(amount),
        }}
        numbers={['Pieces', 'Amount']}
      />
    </ListPage>
  )
}
