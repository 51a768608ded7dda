import { Picture } from '~/ui/picture'

/** A full-width band that leads to the size finder. */
export function Editorial() {
  return (
    <div className="editorial">
      <Picture
        source="/pictures/banner-lace.webp"
        alt=""
        widths={[320, 480, 640, 800, 1120]}
        // Less than a phone’s width, as in the hero.
        sizes="(min-width:1024px) 50vw, 73vw"
        className=""
      />
      <div className="wrap">
        <h2>The size that fits, in two measurements</h2>
        <p>A tape and a minute. In centimetres or inches, with your sister sizes.</p>
        <a className="button" href="/size-finder">
          Find your size
        </a>
      </div>
    </div>
  )
}
