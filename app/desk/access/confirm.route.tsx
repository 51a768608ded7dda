import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { redirectTo } from '~/platform/context.server'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { deskPage } from '../desk-page'
import { FILE_IS_SAVED } from '../desk-message'
import { codeSchema } from './access.schema'
import { CodeField } from './door-page'
import { takeCode } from './code-actions.server'
import { deskPath, requireOperator, startDesk } from './operator.server'
import { factorOf } from './sign-in.server'

export const { handle, meta, headers } = deskPage('Confirm that it is you')

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context, request)
  return null
}

export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const factor = await factorOf(context, operator)
  const taken = await takeCode(context, request, { ...operator.tokens, email: operator.email, factor })
  if ('reply' in taken) return taken.reply
  await startDesk(context, taken.session)
  const asked = new URL(request.url).searchParams
  const to = deskPath(asked.get('to'))
  return asked.has('from')
    ? context.flashes.success(deskPath(asked.get('from')), { message: FILE_IS_SAVED, description: to })
    : redirectTo(to)
}

export default function Confirm() {
  const form = useShopForm('code', codeSchema, useActionData<typeof action>()?.form)
  return (
    <>
      <h1>Confirm that it is you</h1>
      <p>Refunds, exports and roles need a code that is younger than ten minutes.</p>
      <form className="stack desk-narrow" {...form.props}>
        <ErrorSummary form={form} />
        <CodeField field={form.field('code')} />
        <button className="button">Confirm</button>
      </form>
    </>
  )
}
