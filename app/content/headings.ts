import { replaceBetween, withoutTags } from '~/platform/text'

/** A heading of a written page, with the id to link to. */
export interface Heading {
  id: string
  text: string
}

/** Shorter texts need no table of contents. */
const MIN_HEADINGS = 4

/**
 * Adds an id to each h2 of sanitized HTML. Returns the HTML and the headings for a table of contents; a short text is returned
 * unchanged, without headings.
 */
export function numberHeadings(html: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const numbered = replaceBetween(html, '<h2>', '</h2>', (words) => {
    const text = withoutTags(words).trim()
    const id = `part-${headings.length + 1}`
    headings.push({ id, text })
    return `<h2 id="${id}">${words}</h2>`
  })
  return headings.length < MIN_HEADINGS ? { html, headings: [] } : { html: numbered, headings }
}
