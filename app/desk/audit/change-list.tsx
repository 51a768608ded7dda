import { momentWords } from '../dates'
import { isId } from '../desk-page'
import type { Change } from './audit.server'
import { Panel } from '../panel'
import { isSaid, valueInWords, words } from './value-words'

/** The size tables of a new shop by their titles, as the record of changes calls them. */
const CHART_TITLES: Partial<Record<string, string>> = {
  bra: 'Bras',
  'soft-bra': 'Sports bras and bralettes',
  camisole: 'Camisoles',
  nightwear: 'Nightgowns, pyjamas and robes',
  panties: 'Panties',
}

interface ChangeListProps {
  changes: readonly Change[]
  withSubject?: boolean
  /** The names of products by their IDs; not every change of one has its name. */
  products?: Record<string, string>
}

export function Changes({ changes, withSubject }: ChangeListProps) {
  return (
    <Panel id="changes" title="Changes at the desk">
      <ChangeList changes={changes} withSubject={withSubject} />
    </Panel>
  )
}

export function ChangesLink({ kind, subject, label }: { kind: string; subject: string; label: string }) {
  return (
    <a className="link" href={auditUrl(kind, subject)} aria-label={label}>
      Changes
    </a>
  )
}

/** Changes as a list: when, who, what, from what to what. */
export function ChangeList({ changes, withSubject = false, products = {} }: ChangeListProps) {
  if (changes.length === 0) return <p className="muted">No changes yet.</p>
  const called = changes.toReversed().map((change) => [change.subject_id, subjectName(change)] as const)
  const names = { ...Object.fromEntries(called.filter(([, name]) => name)), ...products }
  return (
    <ol className="desk-changes">
      {changes.map((change) => (
        <li key={change.id}>
          {withSubject ? (
            <a href={auditUrl(change.subject_kind, change.subject_id)}>
              <b>{words(change.action)}</b>:{' '}
              <bdi>{subjectWords(change, subjectName(change) || names[change.subject_id])}</bdi>
            </a>
          ) : (
            <b>{words(change.action)}</b>
          )}
          <br />
          <span className="muted small">
            {momentWords(change.made_at)}, {change.actor_email}
          </span>
          <Difference {...change} />
        </li>
      ))}
    </ol>
  )
}

/** The values before and after a change. Those that say nothing, such as IDs, are left out. */
function Difference({ action, before, after }: Pick<Change, 'action' | 'before' | 'after'>) {
  const differences = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .map((name) => ({ name, was: named(name, before?.[name]), now: named(name, after?.[name]) }))
    .filter(({ was, now }) => was !== now && (isSaid(was) || isSaid(now)))
  if (differences.length === 0) return null
  return (
    <dl className="small">
      {differences.map(({ name, was, now }) => (
        <div key={name}>
          <dt>{/pictures?$/.test(action) ? `Picture ${name}` : words(name)}</dt>{' '}
          <dd dir="auto">
            {isSaid(was) ? <del>{was}</del> : null} <ins>{now}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns what was changed: 'Bare shawl' beside 'Duplicate product', and 'Product Bare shawl' beside 'Save texts'. */
function subjectWords({ action, subject_kind: kind }: Change, name = ''): string {
  return name && words(action).endsWith(words(kind).toLowerCase()) ? name : `${words(kind)} ${name}`
}

/** Returns the name of what was changed, as far as the record has it; an ID of a row says nothing to a reader. */
function subjectName({ subject_kind: kind, subject_id: id, before, after }: Change): string {
  if (!isId(id)) return chartTitle(kind === 'sizes', id)
  const name = [after, before].flatMap((row) => [row?.name, row?.title, row?.code]).find(Boolean)
  return typeof name === 'string' ? name : ''
}

function auditUrl(kind: string, subject: string): string {
  return `/desk/audit?${new URLSearchParams({ kind, subject })}`
}

/** Returns a value in words: a size table has a title, and a time of day is no length of time. */
function named(field: string, value: unknown): string {
  if (field === 'cut_off') return String(value).slice(0, 5)
  return chartTitle(field === 'size_chart', valueInWords(value))
}

function chartTitle(isChart: boolean, text: string): string {
  return isChart ? (CHART_TITLES[text] ?? words(text.replaceAll('-', ' '))) : text
}
