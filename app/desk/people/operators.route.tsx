import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { formatDateTime } from '~/platform/time'
import { ErrorSummary } from '~/ui/error-summary'
import { freeText } from '~/ui/free-text'
import { useShopForm } from '~/ui/shop-form.server'
import { confirmUrl, requireFresh, requireOperator } from '../access/operator.server'
import { change } from '../database.server'
import { deskPage } from '../desk-page'
import { submit } from '../form/form-actions.server'
import { LostRefusal } from '../form/lost-refusal'
import { useReply } from '../form/posted-form'
import { listOperators, type DeskPerson } from './people.server'

const PAGE = '/desk/people/operators'

export const { handle, meta } = deskPage('Operators and managers')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  if (operator.role !== 'manager') throw new Response(null, { status: 404 })
  const confirm = operator.isFresh ? null : confirmUrl(PAGE)
  return { me: operator.id, confirm, people: await listOperators(operator) }
}

const takeRoleSchema = z.object({ id: z.guid() })

/** Takes somebody's role away, at once. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { db, role } = await requireFresh(context, request)
  if (role !== 'manager') throw new Response(null, { status: 404 })
  return submit(
    context,
    takeRoleSchema,
    ({ id }) => change(db, 'desk_take_role', { p_person: id }),
    () => [PAGE, 'The role is taken away.'],
  )
}

export default function Operators() {
  const { me, confirm, people } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Operators and managers</h1>
      <p>
        <a href="/desk/people">Customers</a>
      </p>
      <LostRefusal rows={people} />
      {confirm ? (
        <p className="notice notice-info">
          Taking a role away needs a code younger than ten minutes. <a href={confirm}>Confirm that it is you</a>
        </p>
      ) : null}
      <ul className="stack">
        {people.map((person) => (
          <Person key={person.id} person={person} canEnd={confirm === null && person.id !== me} />
        ))}
      </ul>
      <p className="muted small">A role is given by the command on the server: npm run operator -- mail@shop.pk</p>
    </>
  )
}

/** `canEnd` says whether the role may be taken away now. */
function Person({ person, canEnd }: { person: DeskPerson; canEnd: boolean }) {
  const { id, email, name, role, last_sign_in_at: last } = person
  const form = useShopForm(`person-${id}`, takeRoleSchema, useReply({ id }))
  return (
    <li className="panel stack">
      <p>
        <b>{email}</b> {name ? <span {...freeText(name)}>{name}</span> : null}
        <br />
        <span className="muted small">
          {role === 'manager' ? 'Manager' : 'Operator'}
          {last ? `, last signed in ${formatDateTime(last)}` : ', never signed in'}
        </span>
      </p>
      <ErrorSummary form={form} />
      {canEnd ? (
        <form {...form.props}>
          <input type="hidden" name="id" value={id} />
          <button className="button button-outline" aria-label={`Take the role of ${email} away`}>
            Take the role away
          </button>
        </form>
      ) : null}
    </li>
  )
}
