/** As the bucket `videos` allows it. */
export const MAX_MEGABYTES = 8
/** In seconds. */
const MAX_DURATION = 60
/** The start of a sample description that says H.264. */
const H264 = /^avc[13]$/

const NO_VIDEO = 'This file is not an MP4 video.'

/** Returns what is wrong with an uploaded video, in words for the operator; null if all browsers play it (decision 180). */
export function videoProblem(bytes: Buffer): string | null {
  const [first] = boxesOf(bytes)
  const [movie] = inside(bytes, 'moov', 'mvhd')
  if (first?.type !== 'ftyp' || inside(bytes, 'mdat').length === 0 || !movie) return NO_VIDEO
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

/** Returns the duration in seconds that a movie header has; NaN if it has none. */
function durationOf(header: Buffer): number {
  if (header.length < 32) return NaN
  const isLong = header[0] === 1
  const [scale, duration] = isLong
    ? [header.readUInt32BE(20), Number(header.readBigUInt64BE(24))]
    : [header.readUInt32BE(12), header.readUInt32BE(16)]
  return duration / scale
}

/** Returns the content of the boxes at a path of types. */
function inside(bytes: Buffer, type: string, ...rest: string[]): Buffer[] {
  const found = boxesOf(bytes).flatMap((box) => (box.type === type ? [box.body] : []))
  const [next, ...others] = rest
  return next === undefined ? found : found.flatMap((body) => inside(body, next, ...others))
}

/** Reads boxes (ISO/IEC 14496-12): each has its length and its type. Returns none if one is longer than the rest. */
function boxesOf(bytes: Buffer): { type: string; body: Buffer }[] {
  const boxes = []
  for (let start = 0; start < bytes.length;) {
    if (bytes.length - start < 8) return []
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
