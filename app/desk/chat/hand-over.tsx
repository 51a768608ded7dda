import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { assignSchema, closeSchema } from './talk.schema'
import type { Colleague, WholeTalk } from './talk-rows'

interface HandOverProps {
  talk: WholeTalk
  colleagues: readonly Colleague[]
  reply: SubmissionResult | undefined
}

/** Forms that hand the conversation over and close it. */
export function HandOver({ talk: { version, status, assignee }, colleagues, reply }: HandOverProps) {
  const intent = reply?.initialValue?.intent
  const assigning = useShopForm('assign', assignSchema, intent === 'assign' ? reply : undefined)
  const closing = useShopForm('close', closeSchema, intent === 'close' ? reply : undefined)
  return (
    <section className="panel stack" aria-labelledby="whose">
      <h2 id="whose">Hand over or close</h2>
      <form className="stack" {...assigning.props}>
        <ErrorSummary form={assigning} />
        <input type="hidden" name="version" value={version} />
        <div className="field">
          <label htmlFor="assignee">Who answers</label>
          <select id="assignee" name="assignee" defaultValue={assignee ?? ''}>
            <option value="">Anybody</option>
            {colleagues.map(({ id, email }) => (
              <option key={id} value={id}>
                {email}
              </option>
            ))}
          </select>
        </div>
        <button className="button button-outline" name="intent" value="assign">
          Hand over
        </button>
      </form>
      {status === 'open' ? (
        <form className="stack" {...closing.props}>
          <ErrorSummary form={closing} />
          <input type="hidden" name="version" value={version} />
          <button className="button button-outline" name="intent" value="close">
            Close the conversation
          </button>
          <p className="muted small">The shopper’s next message opens it again.</p>
        </form>
      ) : (
        <ErrorSummary form={closing} />
      )}
    </section>
  )
}
