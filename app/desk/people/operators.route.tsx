import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { formatDateTime } from '~/platform/time'
import { ErrorSummary } from '~/ui/error-summary'
import { freeText } from '~/ui/free-text'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { confirmUrl, requireFresh, requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { usePostedForm } from '../posted-form'
import { listOperators, takeRole, type DeskPerson } from './people.server'
import { takeRoleSchema } from './take-role.schema'

const PAGE = '/desk/people/operators'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Operators and managers', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  if (operator.role !== 'manager') throw new Response(null, { status: 404 })
  return {
    me: operator.id,
    confirm: operator.isFresh ? null : confirmUrl(PAGE),
    people: await listOperators(operator),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireFresh(context, request)
  if (operator.role !== 'manager') throw new Response(null, { status: 404 })
  const form = await parseForm(context.form, takeRoleSchema)
  if (!form.ok) return invalid(form)
  const result = await takeRole(operator, form.value.id)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(PAGE, 'The role is taken away.')
}

export default function Operators() {
  const { me, confirm, people } = useLoaderData<typeof loader>()
  const reply = usePostedForm(useActionData<typeof action>()?.form)
  // A person whose role was taken away meanwhile is no longer in the list.
  const isListed = people.some(({ id }) => id === reply?.initialValue?.id)
  const refusal = useShopForm('refused', takeRoleSchema, isListed ? undefined : reply)
  return (
    <>
      <h1>Operators and managers</h1>
      <p>
        <a href="/desk/people">Customers</a>
      </p>
      <ErrorSummary form={refusal} />
      {confirm ? (
        <p className="notice notice-info">
          Taking a role away needs a code younger than ten minutes. <a href={confirm}>Confirm that it is you</a>
        </p>
      ) : null}
      <ul className="stack">
        {people.map((person) => (
          <Person key={person.id} person={person} canEnd={confirm === null && person.id !== me} reply={reply} />
        ))}
      </ul>
      <p className="muted small">A role is given by the command on the server: npm run operator -- mail@shop.pk</p>
    </>
  )
}

interface PersonProps {
  person: DeskPerson
  /** Whether the role may be taken away now. */
  canEnd: boolean
  reply: SubmissionResult | undefined
}

function Person({ person: { id, email, name, role, last_sign_in_at: last }, canEnd, reply }: PersonProps) {
  const form = useShopForm(`person-${id}`, takeRoleSchema, reply?.initialValue?.id === id ? reply : undefined)
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
