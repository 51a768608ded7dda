/** As the bucket `videos` allows it. */
export const MAX_MEGABYTES = 8
/** In seconds. */
const MAX_DURATION = 60
/** The start of a sample description that says H.264. */
const H264 = /^avc[13]$/

/** Boxes that are looked at. A video that is cut into parts has a few for each second. */
const MAX_BOXES = 2_000

const NO_VIDEO = 'This file is not an MP4 video.'

/** Returns what is wrong with an uploaded video, in words for the operator; null if all browsers play it (decision 134). */
export function videoProblem(bytes: Buffer): string | null {
  const inside = boxReader()
  if (!inside(bytes, 'ftyp').slice(0, 1).some(isMp4)) return NO_VIDEO
  const [movie] = inside(bytes, 'moov', 'mvhd')
  if (inside(bytes, 'mdat').length === 0 || !movie) return NO_VIDEO
  const tracks = inside(bytes, 'moov', 'trak', 'mdia').map((media) => ({
    kind: inside(media, 'hdlr')[0]?.toString('latin1', 8, 12),
    codec: inside(media, 'minf', 'stbl', 'stsd')[0]?.toString('latin1', 12, 16) ?? '',
  }))
  if (tracks.some(({ kind }) => kind === 'soun')) return 'Please export the video without sound.'
  const pictures = tracks.filter(({ kind }) => kind === 'vide')
  const duration = durationOf(movie)
  if (pictures.length === 0 || !(duration > 0)) return NO_VIDEO
  if (!pictures.every(({ codec }) => H264.test(codec)))
    return 'Please export the video with H.264, which all browsers play.'
  return duration > MAX_DURATION ? `Videos may take ${MAX_DURATION} seconds.` : null
}

/**
 * Whether a file's type says MP4: one of its brands begins with these letters (MIME Sniffing, 6.2.1). To browsers and Supabase's command
 * line others have no type, such as a QuickTime film with another ending.
 */
function isMp4(type: Buffer): boolean {
  const [major, , ...compatible] = type.toString('latin1').match(/.{4}/gs) ?? []
  return [major, ...compatible].some((brand) => brand?.startsWith('mp4'))
}

/** Returns the duration in seconds that a movie header has; NaN if it has none. */
function durationOf(header: Buffer): number {
  if (header.length < 32) return NaN
  const isLong = header[0] === 1
  const [scale, duration] = isLong
    ? [header.readUInt32BE(20), Number(header.readBigUInt64BE(24))]
    : [header.readUInt32BE(12), header.readUInt32BE(16)]
  return duration / scale
}

interface Box {
  type: string
  body: Buffer
}

/**
 * Returns a function that returns the content of the boxes at a path of types. Beyond `MAX_BOXES`, counting all that it has read, there are
 * none: a file may consist of empty ones.
 */
function boxReader() {
  let left = MAX_BOXES
  const children = new Map<Buffer, Box[]>()
  const childrenOf = (bytes: Buffer): Box[] => {
    const known = children.get(bytes)
    if (known) return known
    const found = boxesOf(bytes, left)
    left -= found.length
    children.set(bytes, found)
    return found
  }
  return function inside(bytes: Buffer, type: string, ...rest: string[]): Buffer[] {
    const found = childrenOf(bytes).flatMap((box) => (box.type === type ? [box.body] : []))
    const [next, ...others] = rest
    return next === undefined ? found : found.flatMap((body) => inside(body, next, ...others))
  }
}

/** Reads boxes (ISO/IEC 14496-12): each has its length and its type. Returns none if one is longer than the rest, or if there are more than `most`. */
function boxesOf(bytes: Buffer, most: number): Box[] {
  const boxes: Box[] = []
  for (let start = 0; start < bytes.length;) {
    if (bytes.length - start < 8 || boxes.length >= most) return []
    const short = bytes.readUInt32BE(start)
    const isLong = short === 1 && bytes.length - start >= 16
    const size = isLong ? Number(bytes.readBigUInt64BE(start + 8)) : short === 0 ? bytes.length - start : short
    const head = isLong ? 16 : 8
    if (size < head || start + size > bytes.length) return []
    boxes.push({
      type: bytes.toString('latin1', start + 4, start + 8),
      body: bytes.subarray(start + head, start + size),
    })
    start += size
  }
  return boxes
}
