import { constants, crc32, deflateRawSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { partsBetween, replaceBetween } from '../text'
import { ownBytes, type Body } from '../http/response/encoding.server'

/** What a page shows of a known visitor: places are the elements that differ between visitors (ui/place.tsx). */
export interface PlaceContents {
  isSignedIn: boolean
  /** HTML by name of the place. Other places keep the page's. */
  html: Record<string, string>
  /** Changes other small parts of the page, such as hearts; left out for most visitors. */
  rewrite?: (page: string) => string
}

/** A cached page, cut at its places. */
export interface CutPage {
  pieces: (Piece | Place)[]
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

const [START, END] = ['<shop-place data-part="', '</shop-place>']
const STRONG_LEVEL = 9
const FAST_LEVEL = 1

/** Cuts a page into places and the pieces between them. */
export function cutPage(html: string): CutPage {
  const pieces: CutPage['pieces'] = []
  const names = new Set<string>()
  let end = 0
  for (const part of partsBetween(html, START, END)) {
    const place = placeIn(part.inside)
    const stop = part.end - END.length
    pieces.push(pieceOf(html.slice(end, stop - place.html.length), STRONG_LEVEL), place)
    names.add(place.name)
    end = stop
  }
  pieces.push(pieceOf(html.slice(end), STRONG_LEVEL))
  return { pieces, names }
}

/** Reads what follows the start of a place's tag: its name, a quotation mark, `>`, and its HTML. */
function placeIn(inside: string): Place {
  const end = inside.indexOf('">')
  return { name: inside.slice(0, end), html: inside.slice(end + 2) }
}

/**
 * Deflates a piece so that pieces can be concatenated: it has no references to earlier pieces, and a sync flush ends it at a byte
 * boundary (RFC 1951, section 3.2; zlib's manual, Z_SYNC_FLUSH).
 */
function pieceOf(html: string, level: number): Piece {
  const plain = Buffer.from(html)
  return {
    plain: ownBytes(plain),
    deflated: ownBytes(deflateRawSync(plain, { level, finishFlush: constants.Z_SYNC_FLUSH })),
  }
}

/** Many visitors share short contents, such as a cart badge. Long ones, such as recently viewed products, are not cached. */
const contentPieces = new LRUCache<string, Piece>({
  maxSize: 2 * 2 ** 20,
  maxEntrySize: 4_000,
  sizeCalculation: ({ plain, deflated }, html) => 2 * html.length + plain.length + deflated.length,
})

function contentOf(html: string): Piece {
  const known = contentPieces.get(html)
  if (known) return known
  const piece = pieceOf(html, FAST_LEVEL)
  contentPieces.set(html, piece)
  return piece
}

/** Returns the HTML of a place for a known visitor: their own, or else the page's template for signed-in shoppers. */
function contentFor({ name, html }: Place, { isSignedIn, html: own }: PlaceContents): string {
  return own[name] ?? (isSignedIn ? templateIn(html) : undefined) ?? html
}

/** Returns the content of the template that ends a place, if there is one. */
function templateIn(html: string): string | undefined {
  const [start, end] = ['<template>', '</template>']
  const place = html.indexOf(start)
  return place !== -1 && html.endsWith(end) ? html.slice(place + start.length, -end.length) : undefined
}

/** Fills the places of a page that isn't cached. `read` returns the contents for the names of its places. */
export async function fillHtml(
  page: string,
  read: (names: ReadonlySet<string>) => Promise<PlaceContents>,
): Promise<string> {
  const contents = await read(new Set([...partsBetween(page, START, END)].map(({ inside }) => placeIn(inside).name)))
  const filled = replaceBetween(page, START, END, (inside) => {
    const place = placeIn(inside)
    return `${START}${place.name}">${contentFor(place, contents)}${END}`
  })
  return contents.rewrite ? contents.rewrite(filled) : filled
}

/**
 * Fills a cached page's places for a known visitor. The gzip body is joined from deflated pieces, since compressing the page would take four
 * times as long as everything else.
 */
export function fillPlaces({ pieces }: CutPage, contents: PlaceContents): Body {
  const { rewrite } = contents
  const filled = pieces.map((piece) => ('plain' in piece ? piece : contentOf(contentFor(piece, contents))))
  const joined = () => Buffer.concat(filled.map(({ plain }) => plain))
  if (!rewrite) return { plain: joined, gzip: () => joinedGzip(filled) }
  const page = Buffer.from(rewrite(joined().toString()))
  return { plain: () => page }
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
