import { m } from '~/language/messages'
import { nameOf } from '~/language/names'
import { categoryUrl } from '~/catalog/category-tree'
import { Picture, pictureUrl } from '~/ui/picture'
import { RowText } from '~/ui/free-text'

/** Shown if the categories can't be loaded (HM-46, HM-49 to HM-52). */
const fallback = () => [
  { name: m.home_all_bras(), category: 'Bra' },
  { name: m.home_nightwear(), category: 'Nightwear' },
  { name: m.home_camisole(), category: 'Camisole' },
  { name: m.home_panties(), category: 'Panties' },
]

/** Renders 'Browse by Dress Style'. `styles` is null if they couldn't be loaded. */
export function StyleGrid({ styles }: { styles: { name: string; image: string | null }[] | null }) {
  const tiles =
    styles?.map(({ name, image }) => ({ name, category: name, image })) ??
    fallback().map((tile) => ({ ...tile, image: null }))
  return (
    <section className="wrap" aria-labelledby="styles-title">
      <div className="section-head">
        <h2 id="styles-title">{m.home_browse_by_dress_style()}</h2>
      </div>
      {styles === null ? (
        <p className="notice missing">
          {m.home_default_categories()} <a href="?">{m.ui_try_again()}</a>
        </p>
      ) : null}
      {tiles.length === 0 ? <p className="muted">{m.home_no_categories_found()}</p> : null}
      <div className="style-grid">
        {tiles.map(({ name, category, image }) => (
          <a
            key={name}
            href={categoryUrl(category)}
            className={image && pictureUrl(image, 320, 'webp') ? undefined : 'no-picture'}
          >
            {image ? <Picture source={image} alt="" sizes="(min-width:600px) 24vw, 44vw" className="" /> : null}
            <span>
              <RowText text={nameOf('category', name)} />
            </span>
          </a>
        ))}
      </div>
    </section>
  )
}
