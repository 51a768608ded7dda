import { counted } from '~/platform/text'
import { momentWords } from '../dates'
import { Pages } from '../list/list-page'
import { Totals } from '../totals'
import { ComparedRows } from './compared-rows'
import type { DeskImport, ImportList } from './imports.server'
import { Panel } from '../panel'

const inWords = (count: number) => count.toLocaleString('en-US')

/** The dry run of an import, or what was applied: sums, then every bad row and every change. */
export function ImportReport({ report, list, page }: { report: DeskImport; list: ImportList; page: number }) {
  const { id, file_name: name, made_at: at, by, bad, changed_rows: changed } = report
  const sums = {
    Rows: inWords(report.total),
    'Bad rows': inWords(bad),
    'New products': inWords(report.new_products),
    'Changed products': inWords(report.changed_products),
    'New sizes': inWords(report.new_sizes),
    'Rows with changes': inWords(changed),
    ...(report.large_prices > 0 && { 'Large changes of price': inWords(report.large_prices) }),
  }
  const urlOf = (other: ImportList, number: number) => `/desk/products/import/${id}?list=${other}&page=${number}`
  return (
    <>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p className="muted small">
        {momentWords(at)}, {by}. <a href="/desk/products/import">Another file</a>
      </p>
      <Totals totals={sums} />
      <Outcome report={report} />
      <nav className="desk-pages" aria-label="Rows">
        {(
          [
            ['problems', `Bad rows (${bad})`],
            ['changes', `Changes (${changed})`],
          ] as const
        ).map(([one, words]) => (
          <a key={one} className="link" href={urlOf(one, 1)} aria-current={one === list ? 'page' : undefined}>
            {words}
          </a>
        ))}
      </nav>
      <ComparedRows rows={report.rows} list={list} />
      <Pages page={page} total={list === 'problems' ? bad : changed} urlOf={(number) => urlOf(list, number)} />
    </>
  )
}

/** What follows: what was applied, why nothing can be, or the button that applies it. */
function Outcome({ report }: { report: DeskImport }) {
  const { ignored, applied_at: applied, bad, changed_rows: changed, version } = report
  if (applied)
    return (
      <form method="post" className="stack">
        <p className="notice notice-ok">Applied {momentWords(applied)}.</p>
        {report.changed_products + report.new_products === 0 ? null : (
          <p>
            <button className="button button-outline" name="intent" value="reverse">
              Look at taking it back
            </button>
          </p>
        )}
      </form>
    )
  return (
    <Panel id="outcome-title" title="Dry run">
      {ignored.length > 0 ? (
        <p>
          These columns aren’t read: <bdi>{ignored.join(', ')}</bdi>
        </p>
      ) : null}
      {bad > 0 ? (
        <form method="post" className="stack">
          <p>
            Nothing can be applied while a row is bad. Please leave them out, or correct a file and{' '}
            <a href="/desk/products/import">upload it again</a>.
          </p>
          {bad === report.total ? null : (
            <p>
              <button className="button button-outline" name="intent" value="leave-out">
                Leave the bad rows out
              </button>
            </p>
          )}
        </form>
      ) : changed === 0 ? (
        <p>The shop has all of this already. There is nothing to apply.</p>
      ) : (
        <form method="post" className="stack">
          <input type="hidden" name="version" value={version} />
          <p>Nothing is changed yet. Either all changes below are made together, or none.</p>
          {report.large_prices > 0 ? (
            <label className="check">
              <input type="checkbox" name="is_sure" required /> The price is right:{' '}
              {counted(report.large_prices, 'large change')}
            </label>
          ) : null}
          <button className="button" name="intent" value="apply">
            Apply all changes
          </button>
        </form>
      )}
    </Panel>
  )
}
