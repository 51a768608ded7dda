import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireOperator } from '../access/operator.server'
import { change } from '../database.server'
import { deskPage } from '../desk-page'
import { TwoLists } from '../list/filters'
import { byIntent, submit } from '../form/form-actions.server'
import { ListPage } from '../list/list-page'
import { LostRefusal } from '../form/lost-refusal'
import { listAddress, pathOf } from '../list/list-address'
import { listDeskReviews } from './desk-reviews.server'
import { hideSchema, showSchema } from './hide.schema'
import { ReviewRow } from './review-row'

export const { handle, meta } = deskPage('Reviews')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { parameters, search, page } = listAddress(request)
  const isHidden = parameters.get('list') === 'hidden'
  return { isHidden, search, ...(await listDeskReviews(operator, isHidden, search, page)) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db } = await requireOperator(context, request)
  const page = pathOf(request)
  /** Hides a review with a reason, or without one shows it again. */
  const hide = ({ id, version, reason }: { id: string; version: number; reason?: string }) =>
    change(db, 'desk_hide_review', { p_id: id, p_version: version, p_reason: reason })
  return byIntent(context, page, {
    hide: () => submit(context, hideSchema, hide, () => [page, 'The review is hidden.']),
    show: () => submit(context, showSchema, hide, () => [page, 'The review is shown again.']),
  })
}

export default function Reviews() {
  const { isHidden, search, rows, total } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title={isHidden ? 'Hidden reviews' : 'Reviews'}
      above={
        <>
          <TwoLists
            path="/desk/reviews"
            lists={{ shown: 'Reviews that are shown', hidden: 'Hidden reviews' }}
            list={isHidden ? 'hidden' : 'shown'}
            label="Words, product or author"
            search={search}
          />
          <LostRefusal rows={rows} />
        </>
      }
      rows={rows}
      total={total}
      noun={['review']}
      empty="None."
    >
      {(review) => <ReviewRow review={review} />}
    </ListPage>
  )
}
