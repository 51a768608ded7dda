import { ErrorSummary } from '~/ui/error-summary'
import type { Problem } from '~/ui/shop-form.server'
import { OptionList } from '../form/choice-field'
import type { ShownTalk } from './live/talk-state'
import type { Colleague } from './talks.server'
import { Panel } from '../panel'

export interface HandOverForms {
  assign: Problem[]
  close: Problem[]
}

interface HandOverProps {
  talk: ShownTalk
  colleagues: readonly Colleague[]
  forms: HandOverForms
}

export function HandOver({ talk: { version, status, assignee }, colleagues, forms }: HandOverProps) {
  return (
    <Panel id="whose" title="Hand over or close">
      <form className="stack" id="assign" method="post" noValidate>
        <ErrorSummary form={{ problems: forms.assign }} />
        <input type="hidden" name="version" value={version} />
        <div className="field">
          <label htmlFor="assignee">Who answers</label>
          <select id="assignee" name="assignee" defaultValue={assignee ?? ''}>
            <OptionList none="Anybody" options={colleagues.map(({ id, email }) => [id, email])} />
          </select>
        </div>
        <button className="button button-outline" name="intent" value="assign">
          Hand over
        </button>
      </form>
      {status === 'open' ? (
        <form className="stack" id="close" method="post" noValidate>
          <ErrorSummary form={{ problems: forms.close }} />
          <input type="hidden" name="version" value={version} />
          <button className="button button-outline" name="intent" value="close">
            Close the conversation
          </button>
          <p className="muted small">The shopper’s next message opens it again.</p>
        </form>
      ) : (
        <ErrorSummary form={{ problems: forms.close }} />
      )}
    </Panel>
  )
}
