import { Icon } from './icon'

interface HeartProps {
  slug: string
  name: string
  isSaved: boolean
  /** Path and query of the page that it stands on, to come back to. */
  from: string
}

/** A heart that saves a product to the wishlist, or removes it: a form of one button. */
export function Heart({ slug, name, isSaved, from }: HeartProps) {
  return (
    <form className="heart" method="post" action="/wishlist">
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="slug" value={slug} />
      <button className="icon-button" name="intent" value={isSaved ? 'remove' : 'save'}>
        <Icon name="heart" label={isSaved ? `Remove ${name} from your wishlist` : `Save ${name} to your wishlist`} />
      </button>
    </form>
  )
}

/** Returns the HTML of a saved product's heart, made of the heart that everybody gets. */
export function savedHeart(html: string): string {
  return html
    .replace('value="save"', 'value="remove"')
    .replace(/>Save ([^<]*) to your wishlist</, '>Remove $1 from your wishlist<')
}
