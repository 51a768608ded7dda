/** A part of a written page: a picture and the text below it, up to the next picture. */
export interface Chapter {
  /** Null for the text before the first picture. */
  picture: { source: string; words: string } | null
  html: string
}

/** A picture in sanitised HTML. */
const PICTURE = /<img src="([^"]+)" alt="([^"]*)" \/>/g
const HOLDERS = ['p', 'div']
const ENTITIES: Record<string, string> = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** Splits sanitised HTML at its pictures. A text without pictures is one chapter. */
export function chaptersOf(html: string): Chapter[] {
  const pictures = [...html.matchAll(PICTURE)]
  const ends = pictures.map(({ index, 0: picture }) => index + picture.length)
  const texts = [...pictures.map(({ index }) => index), html.length].map((end, place) =>
    withoutHolders(html.slice(ends[place - 1] ?? 0, end), place > 0, place < pictures.length),
  )
  return texts
    .map((text, place) => {
      const [, source = '', words = ''] = pictures[place - 1] ?? []
      const spoken = words.replace(/&(?:quot|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
      return { picture: source ? { source, words: spoken } : null, html: text }
    })
    .filter(({ picture, html: text }) => picture !== null || text !== '')
}

/** Removes the halves of paragraphs and figures that hold pictures alone from the text after a picture and before one. */
function withoutHolders(html: string, isAfter: boolean, isBefore: boolean): string {
  let text = html.trim()
  const end = isAfter ? HOLDERS.find((name) => text.startsWith(`</${name}>`)) : undefined
  if (end) text = text.slice(end.length + 3).trim()
  const start = isBefore ? HOLDERS.find((name) => text.endsWith(`<${name}>`)) : undefined
  return start ? text.slice(0, -start.length - 2).trim() : text
}
