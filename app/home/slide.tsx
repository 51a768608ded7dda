import { m } from '~/language/messages'
import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'
import type { Banner } from './hero.server'

/** A slide of the hero, with its picture, heading and button. */
export function Slide({ banner }: { banner: Banner }) {
  const heading = banner.heading ?? banner.name
  return (
    <>
      <figure>
        <Picture
          key={banner.picture}
          source={banner.picture}
          alt=""
          widths={[480, 640, 800, 1120]}
          // As wide as a phone, but less is named: 640 pixels look as sharp on 720, and 800 on 1080, at half the bytes.
          sizes="(min-width:768px) 52vw, 73vw"
          shape={[7, 6]}
          className=""
          isFirst
        />
      </figure>
      <div className="hero-text">
        <p className="eyebrow">{m.home_new_collection_eyebrow()}</p>
        <h1 {...freeText(heading)}>{heading}</h1>
        {banner.heading ? (
          <p className="hero-name" {...freeText(banner.name)}>
            {banner.name}
          </p>
        ) : null}
        <p className="muted" {...freeText(banner.description)}>
          {banner.description}
        </p>
        <a className="button" href={banner.link ?? (banner.slug ? `/product/${banner.slug}` : '/product-listing')}>
          {banner.button ?? m.home_shop_now()}
        </a>
      </div>
    </>
  )
}
