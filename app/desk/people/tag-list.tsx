/** The tags of a shopper, which are no links here. */
export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul className="desk-buttons" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag} className="badge badge-info">
          <bdi>{tag}</bdi>
        </li>
      ))}
    </ul>
  )
}
