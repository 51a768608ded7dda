import { m } from '~/language/messages'
import { Picture } from '~/ui/picture'

const PAGES = [
  { path: '/company/about', name: m.content_about_us, about: m.content_about_us_about, picture: 'banner-cotton' },
  {
    path: '/company/features',
    name: m.content_what_goes_into_it,
    about: m.content_what_goes_into_it_about,
    picture: 'banner-lace',
  },
  { path: '/company/works', name: m.content_works, about: m.content_works_about, picture: 'banner-wedding' },
  {
    path: '/company/career',
    name: m.content_careers,
    about: m.content_careers_about,
    picture: 'banner-tape',
  },
  { path: '/contact', name: m.content_contact, about: m.content_contact_about, picture: 'banner-parcel' },
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
              ratio="7/6"
              className="picture picture-wide"
            />
            <span className="words">
              <strong>{name()}</strong> <span className="muted">{about()}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

export function MoreAboutUs({ current }: { current: (typeof PAGES)[number]['path'] }) {
  return (
    <nav className="section" aria-labelledby="more-title">
      <h2 id="more-title">{m.content_more_about_us()}</h2>
      <CompanyLinks current={current} />
    </nav>
  )
}
