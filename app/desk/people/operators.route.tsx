import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { emailSchema } from '~/platform/email'
import { dispatch } from '~/platform/http/forms.server'
import { refuse, succeed, type Result } from '~/platform/result'
import { momentWords } from '../dates'
import { confirmUrl, requireFresh, requireOperator } from '../access/operator.server'
import { change, submit } from '../desk.server'
import { deskPage } from '../desk-page'
import { choice, line } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { LostRefusal, useReply } from '../form/posted-form'
import { REFUSALS } from '../refusals'
import { endLostPhone, invite, inviteAgain } from '../staff/invitations.server'
import { listOperators, listRoles, type DeskPerson } from './people.server'
import { ErrorSummary } from '~/ui/error-summary'
import { freeText } from '~/ui/free-text'
import { useShopForm } from '~/ui/shop-form.server'
import type { Options } from '../form/choice-field'

const PAGE = '/desk/people/operators'

export const { handle, meta } = deskPage('Operators and managers')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const confirm = operator.isFresh ? null : confirmUrl(PAGE)
  const [people, roles] = await Promise.all([listOperators(operator), listRoles(operator)])
  return { me: operator.id, confirm, people, roles: [...ROLES, ...roles] }
}

const colleagueButton = z.object({ id: z.guid() })
const role = z.enum(['operator', 'manager']).or(z.guid())
const inviteSchema = z.object({
  email: emailSchema({ missing: 'E-mail is required.', invalid: 'Please enter an e-mail address.' }),
  role,
})
const roleSchema = colleagueButton.extend({ role })

export async function action({ request, context }: ActionFunctionArgs) {
  const manager = await requireFresh(context, request)
  const ofColleague = async (id: string, work: (person: DeskPerson) => Promise<Result<null, string>>) => {
    const person = (await listOperators(manager)).find((one) => one.id === id)
    const done = person ? await work(person) : refuse(REFUSALS.no_such_person)
    return done.ok ? succeed(person?.email ?? '') : done
  }
  const toColleague =
    (work: (person: DeskPerson) => Promise<Result<null, string>>, message: (email: string) => string) => () =>
      submit(
        context,
        colleagueButton,
        ({ id }) => ofColleague(id, work),
        (_form, email) => [PAGE, message(email)],
      )
  const takeRole = toColleague(
    ({ id }) => change(manager.db, 'desk_take_role', { person: id }),
    (email) => `The role of ${email} is taken away.`,
  )
  const handler = dispatch(context.form.get('intent'), {
    invite: () =>
      submit(
        context,
        inviteSchema,
        (typed) => invite(context, manager, typed),
        ({ email }) => [PAGE, `${email} is invited by mail.`],
      ),
    role: () =>
      submit(
        context,
        roleSchema,
        async ({ id, role: given }) => {
          const roles = await listRoles(manager)
          const done = await ofColleague(id, () => change(manager.db, 'desk_give_role', { person: id, role: given }))
          return done.ok ? succeed(`The role of ${done.value} is now: ${roleWords(given, roles)}.`) : done
        },
        (_form, message) => [PAGE, message],
      ),
    'invite-again': toColleague(
      (person) => inviteAgain(context, manager, person),
      (email) => `${email} is invited again by mail.`,
    ),
    'lost-phone': toColleague(
      (person) => endLostPhone(context, manager, person),
      (email) => `The phone of ${email} is removed. The next sign-in adds a new one.`,
    ),
  })
  return (handler ?? takeRole)()
}

export default function Operators() {
  const { me, confirm, people, roles } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Operators and managers</h1>
      <p>
        An operator does everything but what is said on this page, unless you give them one of the{' '}
        <a href="/desk/settings/desk_role">roles at the desk</a>.
      </p>
      <LostRefusal rows={people} />
      {confirm ? (
        <p className="notice notice-info">
          Changes here need a code younger than ten minutes. <a href={confirm}>Confirm that it is you</a>
        </p>
      ) : (
        <EditForm
          id="invite"
          schema={inviteSchema}
          name="Invite somebody"
          fields={[[line('email', 'E-mail', null, { type: 'email' }), choice('role', 'Role', roles, 'operator')]]}
          intent="invite"
          button="Invite"
        />
      )}
      <ul className="stack">
        {people.map((person) => (
          <Colleague key={person.id} person={person} roles={roles} canChange={confirm === null && person.id !== me} />
        ))}
      </ul>
    </>
  )
}

const ROLES: Options = [
  ['operator', 'Operator, for everything'],
  ['manager', 'Manager'],
]
const roleWords = (given: string, made: Options) => [...ROLES, ...made].find(([id]) => id === given)?.[1]

interface ColleagueProps {
  person: DeskPerson
  roles: Options
  /** Whether the buttons are shown: not beside oneself. */
  canChange: boolean
}

/** Somebody with a role. */
function Colleague({ person, roles, canChange }: ColleagueProps) {
  const { id, email, name, role: account, desk_role: made, last_sign_in_at: last, invited_at: invited } = person
  const given = account === 'manager' ? account : (made ?? account)
  // The words by what a button sends.
  const buttons = {
    ...(invited && { 'invite-again': 'Send the invitation again' }),
    ...(last && { 'lost-phone': 'Lost phone' }),
    'take-role': 'Take the role away',
  }
  const form = useShopForm(`person-${id}`, colleagueButton, useReply({ id }, Object.keys(buttons)))
  return (
    <li className="panel stack">
      <p>
        <b>{email}</b> {name ? <span {...freeText(name)}>{name}</span> : null}
        <br />
        <span className="muted small">
          <bdi>{roleWords(given, roles)}</bdi>
          {last ? `, last signed in ${momentWords(last)}` : ', never signed in'}
          {invited ? `, invited ${momentWords(invited)}` : ''}
        </span>
      </p>
      <ErrorSummary form={form} />
      {canChange ? (
        <EditForm
          id={`role-${id}`}
          name={`Role of ${email}`}
          schema={roleSchema}
          look="plain"
          hidden={{ id }}
          fields={[[choice('role', 'Role', roles, given)]]}
          intent="role"
          button="Give the role"
          buttonName={`Give the role: ${email}`}
        />
      ) : null}
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
