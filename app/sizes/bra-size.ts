import { m } from '~/language/messages'
import { refuse, succeed, type Result } from '~/platform/result'

/** A bra size with the UK's band, in inches, and cup. */
export interface BraSize {
  band: number
  cup: string
}

/** Why two measurements don't give a size, and which one to repeat. */
export interface MeasureRefusal {
  field: 'underbust' | 'bust'
  message: string
}

/** Cups from the smallest, in steps of 2 cm, by their names in each system (EN 13402-3; they differ above D). */
const CUPS = [
  { uk: 'AA', eu: 'AA', us: 'AA' },
  { uk: 'A', eu: 'A', us: 'A' },
  { uk: 'B', eu: 'B', us: 'B' },
  { uk: 'C', eu: 'C', us: 'C' },
  { uk: 'D', eu: 'D', us: 'D' },
  { uk: 'DD', eu: 'E', us: 'DD' },
  { uk: 'E', eu: 'F', us: 'DDD' },
  { uk: 'F', eu: 'G', us: 'G' },
  { uk: 'FF', eu: 'H', us: 'H' },
  { uk: 'G', eu: 'I', us: 'I' },
] as const
/** Difference between bust and underbust in the smallest cup, in centimetres (EN 13402-3). */
const SMALLEST_DIFFERENCE = 10
const CUP_STEP = 2

/** The bands of EN 13402-3 in centimetres, in steps of 5; UK names from 28, in steps of 2. */
const FIRST_BAND = { eu: 60, uk: 28 }
const LAST_BAND = { eu: 110, uk: 48 }
const BAND_STEP = { eu: 5, uk: 2 }

const SMALLEST_UNDERBUST = FIRST_BAND.eu - BAND_STEP.eu / 2
const LARGEST_UNDERBUST = LAST_BAND.eu + BAND_STEP.eu / 2

/** Returns the size for an underbust and a bust in centimetres (EN 13402-3), or which of the two can't be right. */
export function findBraSize(underbust: number, bust: number): Result<BraSize, MeasureRefusal> {
  if (underbust < SMALLEST_UNDERBUST || underbust >= LARGEST_UNDERBUST)
    return refuse({
      field: 'underbust',
      message: m.sizes_underbust_unknown(),
    })
  if (bust <= underbust) return refuse({ field: 'bust', message: m.sizes_bust_smaller() })
  const index = Math.floor((bust - underbust - SMALLEST_DIFFERENCE) / CUP_STEP)
  const cup = CUPS[index]
  if (index < 0)
    return refuse({
      field: 'bust',
      message: m.sizes_bust_too_small(),
    })
  if (!cup)
    return refuse({
      field: 'bust',
      message: m.sizes_bust_too_large(),
    })
  const steps = Math.round((underbust - FIRST_BAND.eu) / BAND_STEP.eu)
  return succeed({ band: FIRST_BAND.uk + steps * BAND_STEP.uk, cup: cup.uk })
}

/** Parses a label such as '34B'. Returns null if it is no bra size. */
export function parseBraSize(label: string): BraSize | null {
  const [, band = '', cup = ''] = /^(\d{2}) ?([A-Z]{1,2})$/.exec(label) ?? []
  const isBand = Number(band) % 2 === 0 && Number(band) >= FIRST_BAND.uk && Number(band) <= LAST_BAND.uk
  return isBand && CUPS.some(({ uk }) => uk === cup) ? { band: Number(band), cup } : null
}

/** Returns the label of a bra size: '34B'. */
export function braLabel({ band, cup }: BraSize): string {
  return `${band}${cup}`
}

/** Returns the sizes with the same cup volume: a smaller band with a larger cup, and a larger band with a smaller cup. */
export function sisterSizes({ band, cup }: BraSize): string[] {
  const index = CUPS.findIndex(({ uk }) => uk === cup)
  return [
    { band: band - BAND_STEP.uk, cup: CUPS[index + 1]?.uk },
    { band: band + BAND_STEP.uk, cup: CUPS[index - 1]?.uk },
  ].flatMap((sister) =>
    sister.cup && sister.band >= FIRST_BAND.uk && sister.band <= LAST_BAND.uk ? [`${sister.band}${sister.cup}`] : [],
  )
}

/** The sizes to try instead of another one hold at most this many cups more or less, on a band at most this many steps away. */
const MOST_APART = 2

/** Returns those of the sizes to try instead of one, the nearest first: sisters hold the same, the next cup on its band a little more. */
export function nearestSizes(size: BraSize, others: readonly string[]): string[] {
  const place = ({ band, cup }: BraSize) => ({
    band: band / BAND_STEP.uk,
    volume: CUPS.findIndex(({ uk }) => uk === cup) + band / BAND_STEP.uk,
  })
  const from = place(size)
  return others
    .flatMap((label) => {
      const other = parseBraSize(label)
      if (!other) return []
      const to = place(other)
      const [bands, cups] = [Math.abs(to.band - from.band), Math.abs(to.volume - from.volume)]
      return Math.max(bands, cups) <= MOST_APART ? [{ label, distance: bands + 2 * cups }] : []
    })
    .toSorted((a, b) => a.distance - b.distance || a.label.localeCompare(b.label))
    .map(({ label }) => label)
}

/** A size's names in the UK, the EU and the US. */
export interface Equivalents {
  uk: string
  eu: string
  us: string
}

/** Returns a bra size's names in each system. Bands are the same in the UK and the US. */
export function braEquivalents({ band, cup }: BraSize): Equivalents {
  const names = CUPS.find(({ uk }) => uk === cup)
  return {
    uk: `${band}${cup}`,
    eu: `${underbustOf(band)}${names?.eu ?? cup}`,
    us: `${band}${names?.us ?? cup}`,
  }
}

/** Returns the ranges of both measures for a size, in centimetres; the bust for the middle of the band. */
export function braMeasures({ band, cup }: BraSize): { underbust: [number, number]; bust: [number, number] } {
  const middle = underbustOf(band)
  const difference = SMALLEST_DIFFERENCE + CUP_STEP * CUPS.findIndex(({ uk }) => uk === cup)
  return {
    underbust: [middle - 2, middle + 2],
    bust: [middle + difference, middle + difference + CUP_STEP],
  }
}

function underbustOf(band: number): number {
  return FIRST_BAND.eu + ((band - FIRST_BAND.uk) / BAND_STEP.uk) * BAND_STEP.eu
}

/** The cups with their differences in centimetres, for the size guide. */
export const CUP_ROWS = CUPS.map((names, index) => {
  const from = SMALLEST_DIFFERENCE + index * CUP_STEP
  return { names, difference: [from, from + CUP_STEP] as [number, number] }
})
