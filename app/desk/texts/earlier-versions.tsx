import { momentWords } from '../dates'
import { Panel } from '../panel'

interface EarlierVersionsProps {
  /** The changes of the text, latest first. */
  versions: readonly { id: number; madeAt: string; who: string }[]
  /** The address of the text's page. */
  path: string
}

export function EarlierVersions({ versions, path }: EarlierVersionsProps) {
  return (
    <Panel id="versions" title="Earlier versions">
      {versions.length === 0 ? <p className="muted">None yet.</p> : null}
      <ol>
        {versions.map(({ id, madeAt, who }) => (
          <li key={id}>
            <a className="link" href={`${path}?before=${id}`}>
              As it was before {momentWords(madeAt)}
            </a>{' '}
            <span className="muted small">changed by {who}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
