import { m } from '~/language/messages'
import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'
import type { Work } from './company.server'

/** A work in the grid, or large as a featured one. */
export function WorkCard({ work, isFeatured = false }: { work: Work; isFeatured?: boolean }) {
  const { title, category, year, description, image_url: picture, link } = work
  return (
    <li className={isFeatured ? 'chapter work' : 'work'}>
      {picture ? (
        <Picture
          source={picture}
          alt=""
          widths={isFeatured ? [480, 640, 1120] : [320, 480, 640]}
          sizes={isFeatured ? '(min-width:768px) 50vw, 92vw' : '(min-width:1024px) 400px, 92vw'}
          shape={[7, 6]}
          className="picture picture-wide"
        />
      ) : (
        <p className="no-image">{m.content_no_image_available()}</p>
      )}
      <div className="words">
        <p className="small muted">
          {category} · {year}
        </p>
        <h3 {...freeText(title)}>{title}</h3>
        <p {...freeText(description)}>{description}</p>
        {link ? (
          <p>
            <a className="link" href={link}>
              {m.content_take_a_look()}
              <span className="hidden-visually">: {title}</span>
            </a>
          </p>
        ) : null}
      </div>
    </li>
  )
}
