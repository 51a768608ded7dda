import { useLocation } from '@remix-run/react'

/** The links to the desk's pages: in a row on wide windows, folded on phones. */
export function DeskNavigation({ pages }: { pages: readonly { path: string; name: string }[] }) {
  const { pathname } = useLocation()
  const current = pages.find(({ path }) => isCurrent(path, pathname))
  const links = (
    <ul>
      {pages.map(({ path, name }) => (
        <li key={path}>
          <a href={path} aria-current={path === current?.path ? 'page' : undefined}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label="Desk" className="desk-nav">
      <div className="desk-wide">{links}</div>
      <details className="desk-folded">
        <summary>Menu{current ? `: ${current.name}` : ''}</summary>
        {links}
      </details>
    </nav>
  )
}

function isCurrent(path: string, pathname: string): boolean {
  return path === '/desk' ? pathname === path : pathname === path || pathname.startsWith(`${path}/`)
}
