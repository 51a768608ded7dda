export function Totals({ totals }: { totals: Record<string, string | number> }) {
  return (
    <dl className="desk-totals">
      {Object.entries(totals).map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
