/** A link with its name and what it leads to. */
export type Topic = readonly [path: string, name: string, about: string]

export function Topics({ topics }: { topics: readonly Topic[] }) {
  return (
    <ul className="topics">
      {topics.map(([path, name, about]) => (
        <li key={path}>
          <a href={path}>
            <strong>{name}</strong> <span className="muted">{about}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
