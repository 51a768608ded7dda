import { formatDateTime } from '~/platform/time'
import type { Change } from './audit.server'

/** The section of a page with the changes of what it shows. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <section className="panel" aria-labelledby="changes">
      <h2 id="changes">Changes at the desk</h2>
      <ChangeList changes={changes} />
    </section>
  )
}

/** Changes as a list: when, who, what, from what to what. */
export function ChangeList({ changes, withSubject = false }: { changes: readonly Change[]; withSubject?: boolean }) {
  if (changes.length === 0) return <p className="muted">No changes yet.</p>
  return (
    <ol className="desk-changes">
      {changes.map((change) => (
        <li key={change.id}>
          <b>{words(change.action)}</b>
          {withSubject ? (
            <>
              {' '}
              <a href={subjectUrl(change)} dir="auto">
                {words(change.subject_kind)} {change.subject_id}
              </a>
            </>
          ) : null}
          <br />
          <span className="muted small">
            {formatDateTime(change.made_at)}, {change.actor_email}
          </span>
          <Difference {...change} />
        </li>
      ))}
    </ol>
  )
}

/** The fields that differ. */
function Difference({ before, after }: Pick<Change, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => show(before?.[name]) !== show(after?.[name]),
  )
  if (names.length === 0) return null
  return (
    <dl className="small">
      {names.map((name) => (
        <div key={name}>
          <dt>{words(name)}</dt>{' '}
          <dd dir="auto">
            {before && name in before ? <del>{show(before[name])}</del> : null} <ins>{show(after?.[name])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function subjectUrl({ subject_kind: kind, subject_id: id }: Change): string {
  return `/desk/audit?kind=${encodeURIComponent(kind)}&subject=${encodeURIComponent(id)}`
}

/** `take_role` as 'Take role'. */
function words(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
