import { Picture } from '~/ui/picture'

const PAGES = [
  { path: '/company/about', name: 'About us', about: 'Who we are, and how we sell.', picture: 'banner-cotton' },
  {
    path: '/company/features',
    name: 'What goes into it',
    about: 'Cloth, sizes, care and hands.',
    picture: 'banner-lace',
  },
  { path: '/company/works', name: 'Works', about: 'Collections and collaborations.', picture: 'banner-wedding' },
  {
    path: '/company/career',
    name: 'Careers',
    about: 'Open positions, and what it is like here.',
    picture: 'banner-tape',
  },
  { path: '/contact', name: 'Contact', about: 'Write, call, or visit us.', picture: 'banner-parcel' },
] as const

/** The pages about the shop, as cards; `current` is left out. */
export function CompanyLinks({ current }: { current?: (typeof PAGES)[number]['path'] }) {
  return (
    <ul className="company-links">
      {PAGES.filter(({ path }) => path !== current).map(({ path, name, about, picture }) => (
        <li key={path}>
          <a href={path}>
            <Picture
              source={`/pictures/${picture}.webp`}
              alt=""
              widths={[160, 320, 640]}
              sizes="(min-width:768px) 30vw, 104px"
              shape={[7, 6]}
              className="picture picture-wide"
            />
            <span className="words">
              <strong>{name}</strong> <span className="muted">{about}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The other pages about the shop, at the end of one of them. */
export function MoreAboutUs({ current }: { current: (typeof PAGES)[number]['path'] }) {
  return (
    <nav className="section" aria-labelledby="more-title">
      <h2 id="more-title">More about us</h2>
      <CompanyLinks current={current} />
    </nav>
  )
}
