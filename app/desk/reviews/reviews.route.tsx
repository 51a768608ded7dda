import { useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import { pictureUrl } from '~/ui/picture'
import { dateWords } from '../dates'
import { atDesk, change, byIntent, submit } from '../desk.server'
import { deskPage } from '../desk-page'
import { TwoLists } from '../list/filters'
import { ListPage } from '../list/list-page'
import { LostRefusal, useReply } from '../form/posted-form'
import { listAddress, pathOf } from '../list/list-address'
import { listDeskReviews, type DeskReview } from './desk-reviews.server'
import { hideSchema, showSchema } from './hide.schema'
import { ChangesLink } from '../audit/change-list'
import { line } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { TextLink } from '../list/table'

export const { handle, meta } = deskPage('Reviews')

export const loader = atDesk(async ({ operator, request }) => {
  const { parameters, search, page } = listAddress(request)
  const isHidden = parameters.get('list') === 'hidden'
  return { isHidden, search, ...(await listDeskReviews(operator, isHidden, search, page)) }
})

export const action = atDesk(async ({ db, request, context }) => {
  const page = pathOf(request)
  /** Hides a review with a reason, or without one shows it again. */
  const hide = (form: { id: string; version: number; reason?: string }) => change(db, 'desk_hide_review', form)
  return byIntent(context, page, {
    hide: () => submit(context, hideSchema, hide, () => [page, 'The review is hidden.']),
    show: () => submit(context, showSchema, hide, () => [page, 'The review is shown again.']),
  })
})

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
    >
      {(review) => <ReviewRow review={review} />}
    </ListPage>
  )
}

function ReviewRow({ review }: { review: DeskReview }) {
  const { id, rating, review_text: text, created_at: at, author_name: author } = review
  const { images, hidden_at: hidden, hidden_reason: reason } = review
  return (
    <li className="panel stack">
      <p>
        <TextLink to={`/product/${review.slug}?tab=ratingReviews`} text={review.product} />, {rating} of 5
        <br />
        <span className="muted small">
          {dateWords(at)},{' '}
          <a className="link" href={`/desk/people/${review.author}`}>
            <bdi>{author || 'No name'}</bdi>
          </a>
          <ChangesLink kind="review" subject={id} label={`Changes of the review by ${author}`} />
        </span>
      </p>
      <p {...freeText(text)}>{text}</p>
      <Photos images={images} />
      {hidden ? (
        <p>
          Hidden on {dateWords(hidden)}: <bdi>{reason}</bdi>
        </p>
      ) : null}
      <HideForm review={review} />
    </li>
  )
}

/** The form that hides a review, which is folded unless it was refused, or the button that shows it again. */
function HideForm({ review: { id, version, author_name: author, hidden_at: hidden } }: { review: DeskReview }) {
  const isRefused = useReply({ id }, ['hide']) !== undefined
  const form = { id: `hide-${id}`, schema: hideSchema, version, hidden: { id }, look: 'plain' } as const
  if (hidden)
    return (
      <EditForm
        {...form}
        fields={[]}
        intent="show"
        button="Show again"
        buttonName={`Show the review by ${author} again`}
      />
    )
  return (
    <details open={isRefused}>
      <summary>Hide this review</summary>
      <EditForm
        {...form}
        fields={[[line('reason', 'Reason', undefined, { hint: 'The shopper who wrote it reads it.' })]]}
        intent="hide"
        button="Hide"
        buttonName={`Hide the review by ${author}`}
      />
    </details>
  )
}

/** A hidden photo can be seen at the desk only. */
function photoUrl(image: string): string | undefined {
  const [, photo] = /^review-images\/(.+)$/.exec(image) ?? []
  return photo ? `/desk/reviews/photos/${photo}` : (pictureUrl(image, 1120, 'webp') ?? undefined)
}

function Photos({ images }: { images: readonly string[] }) {
  if (images.length === 0) return null
  return (
    <p>
      {images.map((image, place) => (
        <a key={image} className="link" href={photoUrl(image)} target="_blank" rel="noreferrer">
          Photo {place + 1}{' '}
        </a>
      ))}
    </p>
  )
}
