/** What a known visitor's page holds at its places. */
export interface PlaceContents {
  isSignedIn: boolean
  /** HTML by the name of the place; a place without an entry stays as it is for everybody. */
  html: Record<string, string>
}

/** A page for everybody, cut at its places (ui/place.tsx). Bytes, which take half the memory of such text. */
export interface CutPage {
  pieces: (Buffer | Place)[]
}

interface Place {
  name: string
  html: string
}

const PLACE = /<shop-place data-part="([\w-]+)">([\s\S]*?)<\/shop-place>/g
const TEMPLATE = /<template>([\s\S]*)<\/template>$/

/** Cuts a page at its places. */
export function cutPage(html: string): CutPage {
  const pieces: CutPage['pieces'] = []
  let end = 0
  for (const found of html.matchAll(PLACE)) {
    const [whole, name = '', inside = ''] = found
    const start = found.index + whole.indexOf('>') + 1
    pieces.push(Buffer.from(html.slice(end, start)), { name, html: inside })
    end = start + inside.length
  }
  pieces.push(Buffer.from(html.slice(end)))
  return { pieces }
}

/** Returns the page as a known visitor gets it: the place's own HTML for them, else what the page keeps for shoppers. */
export function fillPlaces({ pieces }: CutPage, { isSignedIn, html }: PlaceContents): Buffer {
  const filled = pieces.map((piece) => {
    if (Buffer.isBuffer(piece)) return piece
    const forShoppers = isSignedIn ? TEMPLATE.exec(piece.html)?.[1] : undefined
    return Buffer.from(html[piece.name] ?? forShoppers ?? piece.html)
  })
  return Buffer.concat(filled)
}
