import { m } from '~/language/messages'
import { replaceBetween } from '~/platform/text'
import { Icon } from '~/ui/icon'
import type { CarriedChoice } from './product-choice'

interface HeartProps {
  slug: string
  name: string
  /** Path and query of the page to return to. */
  from: string
  /** The colour and size in which the page shows the product. */
  choice?: CarriedChoice
  /** The ID of the form whose colour and size are saved, also of a visitor without scripts. */
  choiceForm?: string
}

/** A button that saves a product to the wishlist. `markSavedHearts` makes it the one that removes a saved product. */
export function Heart({ slug, name, from, choice = {}, choiceForm }: HeartProps) {
  const { color, size } = choice
  return (
    <form className="heart" method="post" action="/wishlist">
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="slug" value={slug} />
      {color ? <input type="hidden" name="color" value={color} /> : null}
      {size ? <input type="hidden" name="size" value={size} /> : null}
      <button
        className="icon-button"
        {...(choiceForm ? { form: choiceForm, formAction: '/wishlist' } : {})}
        name="intent"
        value="save"
      >
        <Icon name="heart" label={m.catalog_save({ name })} />
      </button>
    </form>
  )
}

const [START, END] = ['<form class="heart"', '</form>']
/** The attributes of a button that saves, also of the one that belongs to another form. */
const SAVES = /(?:form="\w+" formaction="\/wishlist" )?name="intent" value="save"/
const SLUG = /name="slug" value="([^"]*)"/

export function markSavedHearts(page: string, saved: ReadonlySet<string>): string {
  return replaceBetween(page, START, END, (inside) => {
    const heart = `${START}${inside}${END}`
    if (!saved.has(SLUG.exec(heart)?.[1] ?? '')) return heart
    return heart
      .replace(SAVES, 'name="intent" value="remove"')
      .replace('<path ', '<path fill="currentColor" ')
      .replace(/>([^<>]+)</, (_label, saves: string) => `>${m.catalog_unsave({ name: nameIn(saves) })}<`)
  })
}

function nameIn(label: string): string {
  const [before = '', after = ''] = m.catalog_save({ name: '\n' }).split('\n')
  return label.slice(before.length, label.length - after.length)
}
