import { m } from '~/language/messages'
import { SubmitButton } from '~/ui/submit-button'
import { reviewsUrl } from './review-query'

/** Asks for confirmation before deleting the shopper's own review. */
export function DeleteReview({ slug, carried }: { slug: string; carried: Record<string, string> }) {
  return (
    <form className="panel stack" id="write" method="post" action={reviewsUrl(slug, undefined, carried)}>
      <h2 className="panel-title">{m.reviews_delete_your_review()}</h2>
      <p>{m.reviews_delete_means()}</p>
      <div className="form-actions">
        <SubmitButton className="button" name="intent" value="delete" busy={m.reviews_deleting()}>
          {m.reviews_delete_review()}
        </SubmitButton>{' '}
        <a className="link" href={reviewsUrl(slug, undefined, carried)}>
          {m.reviews_keep_it()}
        </a>
      </div>
    </form>
  )
}
