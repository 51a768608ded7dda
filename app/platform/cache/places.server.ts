import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Body } from '../http/encoding.server'

/** What a known visitor's page holds at its places. */
export interface PlaceContents {
  isSignedIn: boolean
  /** HTML by the name of the place; a place without an entry stays as it is for everybody. */
  html: Record<string, string>
  /** What else differs, where it is too small and too often on a page to be a place; left out for most visitors. */
  rewrite?: (page: string) => string
}

/** A page for everybody, cut at its places (ui/place.tsx). */
export interface CutPage {
  pieces: (Piece | Place)[]
}

/** Bytes, which take half the memory of such text, and the same bytes deflated. */
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
const STRONGLY = 9
const QUICKLY = 1

/** Cuts a page at its places. */
export function cutPage(html: string): CutPage {
  const pieces: CutPage['pieces'] = []
  let end = 0
  for (const found of html.matchAll(PLACE)) {
    const [whole, name = '', inside = ''] = found
    const start = found.index + whole.indexOf('>') + 1
    pieces.push(pieceOf(html.slice(end, start), STRONGLY), { name, html: inside })
    end = start + inside.length
  }
  pieces.push(pieceOf(html.slice(end), STRONGLY))
  return { pieces }
}

/**
 * Deflates a piece so that any other can follow it: it refers to nothing before it, and a sync flush ends it at a byte
 * (RFC 1951, section 3.2; zlib's manual, Z_SYNC_FLUSH).
 */
function pieceOf(html: string, level: number): Piece {
  const plain = Buffer.from(html)
  return { plain, deflated: deflateRawSync(plain, { level, finishFlush: constants.Z_SYNC_FLUSH }) }
}

/** A cart with two lines looks alike for everybody. What is longer, as a list of products that somebody looked at, is theirs alone. */
const contents = new LRUCache<string, Piece>({
  maxSize: 2 * 2 ** 20,
  maxEntrySize: 4_000,
  sizeCalculation: ({ plain, deflated }, html) => 2 * html.length + plain.length + deflated.length,
})

function contentOf(html: string): Piece {
  const known = contents.get(html)
  if (known) return known
  const piece = pieceOf(html, QUICKLY)
  contents.set(html, piece)
  return piece
}

/**
 * Returns the page as a known visitor gets it: the place's own HTML for them, else what the page keeps for shoppers. Its gzip is
 * joined from what is deflated already, since compressing a page takes longer than all else about it.
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
  return { plain: () => page, gzip: () => gzipSync(page, { level: QUICKLY }) }
}

/** A deflated stream without a name, a time or hints (RFC 1952, section 2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** The last block of a stream: nothing, in the fixed code (RFC 1951, section 3.2.6). */
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
