import { m } from '~/language/messages'
import { freeText } from '~/ui/free-text'
import { deleteUrl, writeUrl } from './review-query'
import type { OwnReview } from './reviews.server'

interface OwnReviewLinksProps {
  slug: string
  carried: Record<string, string>
  review: OwnReview
}

/** Renders links to edit and delete the shopper's own review, and why the shop hides it, if it does. */
export function OwnReviewLinks({ slug, carried, review: { hiddenReason } }: OwnReviewLinksProps) {
  return (
    <>
      {hiddenReason === null ? null : (
        <p className="notice notice-info">
          {m.reviews_hidden()} <span {...freeText(hiddenReason)}>{hiddenReason}</span>
        </p>
      )}
      <p className="own-review">
        <a className="button" href={writeUrl(slug, carried)}>
          {m.reviews_edit_your_review()}
        </a>{' '}
        <a className="link" href={deleteUrl(slug, carried)}>
          {m.reviews_delete_it()}
        </a>
      </p>
    </>
  )
}
