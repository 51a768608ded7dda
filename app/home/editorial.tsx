import { m } from '~/language/messages'
import type { ShopBanner } from '~/catalog/banners.server'
import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'

/** A full-width band that leads somewhere in the shop, the size finder at first. */
export function Editorial({ band: { title, description, link, button, picture } }: { band: ShopBanner }) {
  return (
    <div className="editorial">
      <Picture
        source={picture}
        alt=""
        widths={[320, 480, 640, 800, 1120]}
        // Less than a phone’s width, as in the hero.
        sizes="(min-width:1024px) 50vw, 73vw"
        className=""
      />
      <div className="wrap">
        <h2 {...freeText(title)}>{title}</h2>
        {description ? <p {...freeText(description)}>{description}</p> : null}
        {link ? (
          <a className="button" href={link}>
            {button ?? m.home_have_a_look()}
          </a>
        ) : null}
      </div>
    </div>
  )
}
