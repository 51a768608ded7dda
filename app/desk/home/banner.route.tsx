import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { isId } from '../catalogue/product-query'
import { DESK_PAGE } from '../desk-page'
import { usePostedForm } from '../posted-form'
import { changeBanner } from './banner-actions.server'
import { BannerForm } from './banner-form'
import { BANNER_KINDS, BANNER_STATES } from './banner-kinds'
import { readBanner } from './home.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Banner', { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const banner = isId(params.id) ? await readBanner(operator, params.id) : null
  if (!banner) throw new Response(null, { status: 404 })
  const filter = { who: '', kind: 'banner', subject: banner.id, before: null }
  return { banner, changes: await listChanges(operator, filter) }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  if (!isId(params.id)) throw new Response(null, { status: 404 })
  return changeBanner(context, operator, params.id)
}

export default function DeskBannerPage() {
  const { banner, changes } = useLoaderData<typeof loader>()
  return (
    <>
      <p>
        <a className="link" href="/desk/home">
          Home page
        </a>
      </p>
      <div className="order-head">
        <h1 {...freeText(banner.title)}>{banner.title}</h1>
        <span className="muted">
          {BANNER_KINDS[banner.kind].name}: {BANNER_STATES[banner.state]}
        </span>
      </div>
      <BannerForm banner={banner} reply={usePostedForm(useActionData<typeof action>()?.form)} />
      <form method="post" aria-label="Removal">
        <input type="hidden" name="version" value={banner.version} />
        <button className="button button-outline" name="intent" value="remove">
          Remove it
        </button>
      </form>
      <Changes changes={changes} />
    </>
  )
}
