import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Body } from '../http/response/encoding.server'

/** The personal content of a known visitor's page: places are the elements of a cached page that differ between visitors (ui/place.tsx). */
export interface PlaceContents {
  isSignedIn: boolean
  /** HTML by name of the place. Other places keep the HTML of the cached page. */
  html: Record<string, string>
  /** Changes other small parts of the page, such as hearts; left out for most visitors. */
  rewrite?: (page: string) => string
}

/** A cached page, cut at its places. */
export interface CutPage {
  pieces: (Piece | Place)[]
  /** The names of its places. */
  names: ReadonlySet<string>
}

/** The HTML between places. A buffer takes half the memory of a string. */
interface Piece {
  plain: Buffer
  deflated: Buffer
}

interface Place {
  name: string
  html: string
}

const PLACE = /<shop-place data-part="([\w-]+)">([\s\S]*?)<\/shop-place>/g
const TEMPLATE = /<template>([\s\S]*)<\/template>$/
const STRONG_LEVEL = 9
const FAST_LEVEL = 1

/** Cuts a page into places and the pieces between them. */
export function cutPage(html: string): CutPage {
  const pieces: CutPage['pieces'] = []
  const names = new Set<string>()
  let end = 0
  for (const found of html.matchAll(PLACE)) {
    const [whole, name = '', inside = ''] = found
    const start = found.index + whole.indexOf('>') + 1
    pieces.push(pieceOf(html.slice(end, start), STRONG_LEVEL), { name, html: inside })
    names.add(name)
    end = start + inside.length
  }
  pieces.push(pieceOf(html.slice(end), STRONG_LEVEL))
  return { pieces, names }
}

/**
 * Deflates a piece so that pieces can be concatenated: it has no references to earlier pieces, and a sync flush ends it at a byte
 * boundary (RFC 1951, section 3.2; zlib's manual, Z_SYNC_FLUSH).
 */
function pieceOf(html: string, level: number): Piece {
  const plain = Buffer.from(html)
  return { plain, deflated: deflateRawSync(plain, { level, finishFlush: constants.Z_SYNC_FLUSH }) }
}

/** Many visitors share short contents, such as a cart badge. Long ones, such as recently viewed products, are not cached. */
const contents = new LRUCache<string, Piece>({
  maxSize: 2 * 2 ** 20,
  maxEntrySize: 4_000,
  sizeCalculation: ({ plain, deflated }, html) => 2 * html.length + plain.length + deflated.length,
})

function contentOf(html: string): Piece {
  const known = contents.get(html)
  if (known) return known
  const piece = pieceOf(html, FAST_LEVEL)
  contents.set(html, piece)
  return piece
}

/**
 * Fills a page's places for a known visitor: with the visitor's HTML, or else with the page's template for signed-in shoppers. The
 * gzip body is joined from deflated pieces, since compressing the page would take longer than everything else.
 */
export function fillPlaces({ pieces }: CutPage, { isSignedIn, html, rewrite }: PlaceContents): Body {
  const filled = pieces.map((piece) => {
    if ('plain' in piece) return piece
    const forShoppers = isSignedIn ? TEMPLATE.exec(piece.html)?.[1] : undefined
    return contentOf(html[piece.name] ?? forShoppers ?? piece.html)
  })
  const joined = () => Buffer.concat(filled.map(({ plain }) => plain))
  if (!rewrite) return { plain: joined, gzip: () => joinedGzip(filled) }
  const page = Buffer.from(rewrite(joined().toString()))
  return { plain: () => page, gzip: () => gzipSync(page, { level: FAST_LEVEL }) }
}

/** A gzip header without file name, time or flags (RFC 1952, section 2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** An empty last block with fixed Huffman codes (RFC 1951, section 3.2.6). */
const LAST_BLOCK = Buffer.from([3, 0])

function joinedGzip(pieces: Piece[]): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(pieces.reduce((sum, { plain }) => crc32(plain, sum), 0))
  trailer.writeUInt32LE(
    pieces.reduce((length, { plain }) => length + plain.length, 0),
    4,
  )
  return Buffer.concat([GZIP_HEADER, ...pieces.map(({ deflated }) => deflated), LAST_BLOCK, trailer])
}
