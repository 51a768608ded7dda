import { deleteUrl, writeUrl } from './review-query'

/** Renders links to edit and delete the shopper's own review. */
export function OwnReviewLinks({ slug, carried }: { slug: string; carried: Record<string, string> }) {
  return (
    <p className="own-review">
      <a className="button" href={writeUrl(slug, carried)}>
        Edit your review
      </a>{' '}
      <a className="link" href={deleteUrl(slug, carried)}>
        Delete it
      </a>
    </p>
  )
}
