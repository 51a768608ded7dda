import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { counted } from '~/platform/text'
import { confirmUrl, deskPath, requireFresh, requireOperator } from '../access/operator.server'
import { deskPage } from '../desk-page'
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-codes.server'
import { Panel } from '../panel'

const PAGE = '/desk/recovery-codes'

export const { handle, meta } = deskPage('Recovery codes')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const to = deskPath(new URL(request.url).searchParams.get('to'))
  return { left: await countRecoveryCodes(operator), confirm: operator.isFresh ? null : confirmUrl(PAGE), to }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const made = await makeRecoveryCodes(context, await requireFresh(context, request))
  if (!made.ok) return context.flashes.error(PAGE, made.refusal)
  return { codes: made.value }
}

export default function RecoveryCodes() {
  const { left, confirm, to } = useLoaderData<typeof loader>()
  const codes = useActionData<{ codes?: string[] }>()?.codes
  return (
    <>
      <h1>Recovery codes</h1>
      {codes ? <NewCodes codes={codes} to={to} /> : <Present left={left} confirm={confirm} />}
    </>
  )
}

function NewCodes({ codes, to }: { codes: string[]; to: string }) {
  return (
    <Panel id="new-codes" title="Save these ten codes now" className="panel stack desk-narrow">
      <p>
        Nobody can show them again. Print this page, or keep them in a password manager, but not on the phone itself.
      </p>
      <ol className="desk-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="muted small">Each signs you in once without your phone. Earlier codes don’t work any more.</p>
      <p>
        <a className="button" href={to}>
          I have saved them
        </a>
      </p>
    </Panel>
  )
}

function Present({ left, confirm }: { left: number; confirm: string | null }) {
  return (
    <div className="stack desk-narrow">
      <p>
        If your phone is lost or broken, a recovery code lets you in at the desk, to add a new phone.{' '}
        {left > 0 ? `You have ${counted(left, 'code')} left.` : 'You have none.'}
      </p>
      {confirm ? (
        <p className="notice notice-info">
          Making codes needs a code of your app that is younger than ten minutes.{' '}
          <a href={confirm}>Confirm that it is you</a>
        </p>
      ) : (
        <form method="post">
          <button className="button">{left > 0 ? 'Replace them with ten new codes' : 'Create ten codes'}</button>
        </form>
      )}
    </div>
  )
}
