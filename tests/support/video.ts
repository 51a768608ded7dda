/** Writes a box of an MP4 file. */
function box(type: string, ...parts: (Uint8Array | string | number[])[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** Returns 32-bit numbers. */
const longs = (...values: number[]): Uint8Array => Buffer.concat(values.map((value) => long(value)))
function long(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const shorts = (...values: number[]): number[] => values.flatMap((value) => [value >> 8, value & 255])

const [WIDTH, HEIGHT] = [128, 96]
const SPS = [0x67, 0x42, 0x00, 0x0a, 0xf8, 0x41, 0xa2]
const PPS = [0x68, 0xce, 0x38, 0x80]
const MATRIX = longs(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** Two headers of key frames, since the number of a key frame differs from that of the one before. They end with the first block's type. */
const SLICES = [
  [0x65, 0x88, 0x84, 0x08, 0x68],
  [0x65, 0x88, 0x82, 0x02, 0x1a],
]

/** Returns a frame of one grey, whose blocks are not compressed (I_PCM). */
function frame(index: number): Buffer {
  const grey = 60 + ((index * 40) % 160)
  const block = Buffer.concat([Buffer.alloc(256, grey), Buffer.alloc(128, 128)])
  const blocks = Array.from({ length: (WIDTH / 16) * (HEIGHT / 16) }, (_, at) =>
    at === 0 ? block : Buffer.concat([Buffer.from([0x0d, 0x00]), block]),
  )
  const unit = Buffer.concat([Buffer.from(SLICES[index % 2] ?? []), ...blocks, Buffer.from([0x80])])
  return Buffer.concat([long(unit.length), unit])
}

interface VideoOptions {
  /** In seconds; each has a frame. */
  duration?: number
  codec?: string
  hasSound?: boolean
  brand?: string
  compatible?: string[]
}

/** Returns an MP4 video that browsers play, unless another codec is given. */
export function mp4({
  duration = 2,
  codec = 'avc1',
  hasSound = false,
  brand = 'isom',
  compatible = ['isom', 'mp41'],
}: VideoOptions = {}): Buffer {
  const frames = Array.from({ length: duration }, (_, index) => frame(index))
  const start = box('ftyp', brand, longs(512), ...compatible)
  const data = box('mdat', ...frames)
  const avcC = box('avcC', [1, ...SPS.slice(1, 4), 0xff, 0xe1], shorts(SPS.length), SPS, [1], shorts(PPS.length), PPS)
  const size = shorts(WIDTH, HEIGHT)
  const sample = box(
    codec,
    longs(0),
    shorts(0, 1),
    longs(0, 0, 0, 0),
    size,
    longs(0x480000, 0x480000, 0),
    shorts(1),
    new Uint8Array(32),
    shorts(24, 0xffff),
    avcC,
  )
  const sizes = frames.map(({ length }) => length)
  const table = box(
    'stbl',
    box('stsd', longs(0, 1), sample),
    box('stts', longs(0, 1, duration, 1000)),
    box('stsc', longs(0, 1, 1, duration, 1)),
    box('stsz', longs(0, 0, duration, ...sizes)),
    box('stco', longs(0, 1, start.length + 8)),
  )
  const handler = (kind: string) => box('hdlr', longs(0, 0), kind, longs(0, 0, 0), [0])
  const reference = box('dinf', box('dref', longs(0, 1), box('url ', longs(1))))
  const track = box(
    'trak',
    box('tkhd', longs(3, 0, 0, 1, 0, duration * 1000, 0, 0, 0, 0), MATRIX, longs(WIDTH << 16, HEIGHT << 16)),
    box(
      'mdia',
      box('mdhd', longs(0, 0, 0, 1000, duration * 1000, 0)),
      handler('vide'),
      box('minf', box('vmhd', longs(1, 0, 0)), reference, table),
    ),
  )
  const sound = hasSound ? [box('trak', box('mdia', handler('soun')))] : []
  const header = box(
    'mvhd',
    longs(0, 0, 0, 1000, duration * 1000, 0x10000, 0x1000000, 0, 0),
    MATRIX,
    longs(0, 0, 0, 0, 0, 0, 2),
  )
  return Buffer.concat([start, data, box('moov', header, track, ...sound)])
}
