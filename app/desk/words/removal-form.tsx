interface RemovalFormProps {
  version: number
  /** What is removed, as in 'Remove the colour'. */
  name: string
  /** Why it can't be removed, or null. */
  obstacle: string | null
}

/** The button that removes a row, or why it can't be removed. */
export function RemovalForm({ version, name, obstacle }: RemovalFormProps) {
  if (obstacle) return <p className="muted">{obstacle}</p>
  return (
    <form method="post" aria-label="Removal">
      <input type="hidden" name="version" value={version} />
      <button className="button button-outline" name="intent" value="remove">
        Remove the {name}
      </button>
    </form>
  )
}
