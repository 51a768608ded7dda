import { m } from '~/language/messages'
import { replaceBetween } from '~/platform/text'
import { Icon } from '~/ui/icon'

interface HeartProps {
  slug: string
  name: string
  /** Path and query of the page to return to. */
  from: string
}

/** A button that saves a product to the wishlist. `markSavedHearts` makes it the one that removes a saved product. */
export function Heart({ slug, name, from }: HeartProps) {
  return (
    <form className="heart" method="post" action="/wishlist">
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="slug" value={slug} />
      <button className="icon-button" name="intent" value="save">
        <Icon name="heart" label={m.catalog_save({ name })} />
      </button>
    </form>
  )
}

const [START, END] = ['<form class="heart"', '</form>']
const SLUG = /name="slug" value="([^"]*)"/

export function markSavedHearts(page: string, saved: ReadonlySet<string>): string {
  return replaceBetween(page, START, END, (inside) => {
    const heart = `${START}${inside}${END}`
    if (!saved.has(SLUG.exec(heart)?.[1] ?? '')) return heart
    return heart
      .replace('value="save"', 'value="remove"')
      .replace('<path ', '<path fill="currentColor" ')
      .replace(/>([^<>]+)</, (_label, saves: string) => `>${m.catalog_unsave({ name: nameIn(saves) })}<`)
  })
}

function nameIn(label: string): string {
  const [before = '', after = ''] = m.catalog_save({ name: '\n' }).split('\n')
  return label.slice(before.length, label.length - after.length)
}
