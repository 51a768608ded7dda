import { SubmitButton } from '~/ui/submit-button'
import { reviewsUrl } from './review-query'

/** Asks for confirmation before deleting the shopper's own review. */
export function DeleteReview({ slug, carried }: { slug: string; carried: Record<string, string> }) {
  return (
    <form className="panel stack" id="write" method="post" action={reviewsUrl(slug, undefined, carried)}>
      <h2 className="panel-title">Delete your review?</h2>
      <p>Its stars, words and photos go, and nobody can bring them back.</p>
      <div className="form-actions">
        <SubmitButton className="button" name="intent" value="delete" busy="Deleting…">
          Delete review
        </SubmitButton>{' '}
        <a className="link" href={reviewsUrl(slug, undefined, carried)}>
          Keep it
        </a>
      </div>
    </form>
  )
}
