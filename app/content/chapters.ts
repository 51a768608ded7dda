/** A part of a written page: a picture and the text below it, up to the next picture. */
export interface Chapter {
  /** Null for the text before the first picture. */
  picture: { source: string; words: string } | null
  html: string
}

/** A picture in sanitised HTML, with the paragraph or figure that holds nothing else. */
const PICTURE = /(?:<(?:p|div)>\s*)?<img src="([^"]+)" alt="([^"]*)" \/>(?:\s*<\/(?:p|div)>)?/g
const ENTITIES: Record<string, string> = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** Splits sanitised HTML at its pictures. A text without pictures is one chapter. */
export function chaptersOf(html: string): Chapter[] {
  const pictures = [...html.matchAll(PICTURE)]
  const texts = html.replace(PICTURE, '\u0000').split('\u0000')
  return texts
    .map((text, place) => {
      const [, source = '', words = ''] = pictures[place - 1] ?? []
      const spoken = words.replace(/&(?:quot|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
      return { picture: source ? { source, words: spoken } : null, html: text.trim() }
    })
    .filter(({ picture, html: text }) => picture !== null || text !== '')
}
