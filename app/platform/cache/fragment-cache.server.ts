import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Caches the HTML of parts of pages. `maxCharacters` bounds the HTML and the keys together. */
export class FragmentCache {
  #fragments: LRUCache<string, string>

  constructor(maxCharacters: number) {
    this.#fragments = new LRUCache({
      maxSize: maxCharacters,
      sizeCalculation: (html, key) => html.length + key.length,
    })
  }

  /** Returns the HTML of an element. `key` holds everything that it shows. */
  htmlOf(key: string, element: () => ReactElement): string {
    const known = this.#fragments.get(key)
    if (known !== undefined) return known
    const html = renderToStaticMarkup(element())
    this.#fragments.set(key, html)
    return html
  }
}
