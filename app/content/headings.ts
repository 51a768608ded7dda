/** A section of a written page. */
export interface Heading {
  id: string
  text: string
}

const HEADING = /<h2>(.*?)<\/h2>/gs
/** With fewer, a list of contents is longer than the way it saves. */
const FEWEST_LISTED = 4

/** Gives each section's heading of a sanitized text an id to link to, and returns the headings; none for a short text. */
export function numberHeadings(html: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const numbered = html.replace(HEADING, (_heading, words: string) => {
    const text = words.replace(/<[^>]+>/g, '').trim()
    const id = `part-${headings.length + 1}`
    headings.push({ id, text })
    return `<h2 id="${id}">${words}</h2>`
  })
  return headings.length < FEWEST_LISTED ? { html, headings: [] } : { html: numbered, headings }
}
