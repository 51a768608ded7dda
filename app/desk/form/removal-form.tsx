interface RemovalFormProps {
  version: number
  button: string
  /** Why the row can't be removed. */
  obstacle?: string | false
}

/** The button that removes a row, or why it can't be removed. */
export function RemovalForm({ version, button, obstacle }: RemovalFormProps) {
  if (obstacle) return <p className="muted">{obstacle}</p>
  return (
    <form method="post" aria-label="Removal">
      <input type="hidden" name="version" value={version} />
      <button className="button button-outline" name="intent" value="remove">
        {button}
      </button>
    </form>
  )
}
