import { z } from 'zod'
import { formatDateTime } from '~/platform/time'
import { ErrorSummary } from '~/ui/error-summary'
import { freeText } from '~/ui/free-text'
import { useShopForm } from '~/ui/shop-form.server'
import type { Options } from '../form/choice-field'
import { useReply } from '../form/posted-form'
import type { DeskPerson } from './people.server'

export const ROLES: Options = [
  ['operator', 'Operator'],
  ['manager', 'Manager'],
]

/** A button beside a colleague. */
export const colleagueButton = z.object({ id: z.guid() })

/** Somebody with a role. `canChange` says whether the buttons are shown: not beside oneself. */
export function Colleague({ person, canChange }: { person: DeskPerson; canChange: boolean }) {
  const { id, email, name, role, last_sign_in_at: last, invited_at: invited } = person
  const form = useShopForm(`person-${id}`, colleagueButton, useReply({ id }))
  // The words by what a button sends.
  const buttons = {
    ...(invited && { 'invite-again': 'Send the invitation again' }),
    ...(last && { 'lost-phone': 'Lost phone' }),
    'take-role': 'Take the role away',
  }
  return (
    <li className="panel stack">
      <p>
        <b>{email}</b> {name ? <span {...freeText(name)}>{name}</span> : null}
        <br />
        <span className="muted small">
          {role === 'manager' ? 'Manager' : 'Operator'}
          {last ? `, last signed in ${formatDateTime(last)}` : ', never signed in'}
          {invited ? `, invited ${formatDateTime(invited)}` : ''}
        </span>
      </p>
      <ErrorSummary form={form} />
      {canChange ? (
        <form {...form.props} className="desk-buttons">
          <input type="hidden" name="id" value={id} />
          {Object.entries(buttons).map(([intent, words]) => (
            <button key={intent} className="button button-outline" name="intent" value={intent}>
              {words}
              <span className="hidden-visually">: {email}</span>
            </button>
          ))}
        </form>
      ) : null}
    </li>
  )
}
