import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ErrorSummary } from '~/ui/error-summary'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { pageNumber } from '../page-number'
import { Pages } from '../pages'
import { searchWords } from '../search-words'
import { usePostedForm } from '../posted-form'
import { listDeskReviews, REVIEWS_PER_PAGE, type ReviewFilter } from './desk-reviews.server'
import { showSchema } from './hide.schema'
import { changeReview } from './review-actions.server'
import { ReviewRow } from './review-row'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Reviews', { hidden: true })

/** Returns the list that an address asks for, and its page. */
function listOf({ url }: Request): { filter: ReviewFilter; page: number } {
  const { searchParams } = new URL(url)
  const filter = { isHidden: searchParams.get('list') === 'hidden', search: searchWords(searchParams) }
  return { filter, page: pageNumber(searchParams) }
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { filter, page } = listOf(request)
  return { filter, page, ...(await listDeskReviews(operator, filter, page)) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { filter, page } = listOf(request)
  return changeReview(context, operator, urlOf(filter, page))
}

const urlOf = ({ isHidden, search }: ReviewFilter, page: number) =>
  `/desk/reviews?${new URLSearchParams({ list: isHidden ? 'hidden' : 'shown', search, page: String(page) })}`

export default function Reviews() {
  const { filter, page, rows, total } = useLoaderData<typeof loader>()
  const reply = usePostedForm(useActionData<typeof action>()?.form)
  const refusedId = reply?.initialValue?.id
  // A review that was changed meanwhile may have left the list.
  const isListed = rows.some(({ id }) => id === refusedId)
  const refusal = useShopForm('refused', showSchema, isListed ? undefined : reply)
  const { isHidden, search } = filter
  return (
    <>
      <h1>{isHidden ? 'Hidden reviews' : 'Reviews'}</h1>
      <p>
        {isHidden ? (
          <a href={urlOf({ isHidden: false, search }, 1)}>Reviews that are shown</a>
        ) : (
          <a href={urlOf({ isHidden: true, search }, 1)}>Hidden reviews</a>
        )}
      </p>
      <form className="desk-filters" action="/desk/reviews" role="search">
        <input type="hidden" name="list" value={isHidden ? 'hidden' : 'shown'} />
        <div className="field">
          <label htmlFor="search">Words, product or author</label>
          <input id="search" name="search" type="search" dir="auto" maxLength={100} defaultValue={search} />
        </div>
        <button className="button">Show</button>
      </form>
      <ErrorSummary form={refusal} />
      <p role="status">{total === 1 ? '1 review' : `${total} reviews`}</p>
      {rows.length === 0 ? <p className="muted">None.</p> : null}
      <ul className="stack">
        {rows.map((review) => (
          <ReviewRow key={review.id} review={review} reply={review.id === refusedId ? reply : undefined} />
        ))}
      </ul>
      <Pages page={page} last={Math.ceil(total / REVIEWS_PER_PAGE)} urlOf={(other) => urlOf(filter, other)} />
    </>
  )
}
