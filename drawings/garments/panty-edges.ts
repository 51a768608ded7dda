import { pair, type Part } from '../engine/part.ts'
import { across, offset, reversed, scallops } from '../engine/paths.ts'
import type { Panty } from './panty-design.ts'
import { legLace } from './panty-lace.ts'
import { lines } from './panty-shape.ts'
import { bow, button, piping } from './trims.ts'

export function legEdge(design: Panty, face: 'front' | 'back'): Part[] {
  const { leg } = lines(design, face)
  if (design.laceAt?.includes('leg')) return legLace(design, leg)
  if (design.leg === 'bonded' || design.leg === 'loose') return []
  if (design.leg === 'picot') return pair({ path: scallops(leg, 12, 6), stroke: 5, material: 'ribbon', isTrim: true })
  return pair(piping(leg, 8))
}

export function waistband(design: Panty, line: string): Part[] {
  const band = (stroke: number, part: Partial<Part> = {}): Part => ({
    path: across(line),
    stroke,
    material: 'elastic',
    isTrim: true,
    ...part,
  })
  const under = (distance: number) => across(offset(line, distance))
  switch (design.waistband) {
    case 'bonded':
      return [band(3, { material: design.cloth, tone: -0.12 })]
    case 'sport':
      return [
        band(44, { path: under(14), material: 'rib', ribWidth: 7, tone: -0.16 }),
        band(5, { path: under(14), material: 'ribbon', tone: 0.5 }),
      ]
    case 'covered':
      return [band(32, { path: under(8), material: design.cloth, tone: 0.03, stitches: [under(21)] })]
    case 'crossed':
      return [
        { path: `${line}${reversed(offset(line, 54))}Z`, material: design.cloth, tone: 0.04, isTrim: true },
        band(20, { material: design.cloth, tone: 0.04 }),
      ]
    case 'picot':
      return [band(7, { path: across(scallops(line, 12, -5)), material: 'ribbon' }), band(12, { path: under(3) })]
    case 'lace':
      return [
        {
          path: `${scallops(across(line), 20, -9)}${reversed(under(40))}Z`,
          material: 'lace',
          pattern: design.lace ?? 'garland',
          patternScale: 0.5,
          sheer: 0.66,
          tone: 0.12,
          isTrim: true,
        },
        band(3, { path: under(38), material: 'ribbon' }),
      ]
    default:
      return [band(17)]
  }
}

export function frontTrims({ trim, cloth, bottom }: Panty, middle: number): Part[] {
  if (trim === 'buttons')
    return [
      { path: `M0,${middle + 12}L0,${middle + 128}`, stroke: 30, material: cloth, tone: 0.03, isTrim: true },
      ...[40, 76, 112].map((down) => button(0, middle + down, 6.5)),
    ]
  if (trim === 'ribbon') return bow(0, middle + 6, 1.15, { material: 'satin' })
  if (trim === 'drawstring')
    return bow(0, middle + 10, Math.min(1.1, bottom / 500), { material: 'ribbon', color: '#f6efe8' })
  return trim === 'bow' ? bow(0, middle + 4, 0.6) : []
}
