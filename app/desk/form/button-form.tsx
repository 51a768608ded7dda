interface ButtonFormProps {
  name: string
  version: number
  /** The words on the buttons, by what they send. */
  buttons: Record<string, string>
}

export function ButtonForm({ name, version, buttons }: ButtonFormProps) {
  const all = Object.entries(buttons)
  if (all.length === 0) return null
  return (
    <form method="post" className="desk-buttons" aria-label={name}>
      <input type="hidden" name="version" value={version} />
      {all.map(([intent, words]) => (
        <button key={intent} className="button button-outline" name="intent" value={intent}>
          {words}
        </button>
      ))}
    </form>
  )
}
