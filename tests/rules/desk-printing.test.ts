import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Barcode } from '~/desk/orders/barcode'
import { toPick } from '~/desk/orders/pick'

const rendered = (number: string) => renderToStaticMarkup(createElement(Barcode, { name: 'order', number }))

/** Reads the bars back: a module is 1 if it is black. */
function modulesOf(svg: string): string {
  const width = Number(/viewBox="0 0 (\d+) 1"/.exec(svg)?.[1])
  const modules = Array.from({ length: width }, () => '0')
  for (const [, from, length] of svg.matchAll(/M(\d+) 0h(\d+)v1h-\d+z/g))
    modules.fill('1', Number(from), Number(from) + Number(length))
  return modules.join('')
}

test('a number is printed as Code 128 with quiet zones (DK-13)', () => {
  // Start B, TCS1, the check character 35 (104 + 52 + 2 × 35 + 3 × 51 + 4 × 17, modulo 103), and stop (ISO/IEC 15417).
  const [T, C, S, one] = ['11011100010', '10001000110', '11011101000', '10011100110']
  const symbols = ['11010010000', T, C, S, one, C, '1100011101011']
  const [, ...bars] = /^0{10}(1.*1)0{10}$/.exec(modulesOf(rendered('TCS1'))) ?? []
  expect(bars).toEqual([symbols.join('')])
})

test('a number that Code 128 can’t have has no bars', () => {
  expect(rendered('ٹی-12')).toBe('')
})

const piece = {
  id: '',
  name: 'Robe',
  size: 'M',
  color: 'Black',
  quantity: 1,
  sku: 'CH-0040',
  shelf: 'A2' as string | null,
  picture: null,
}

test('a pick list has each size and colour once, by shelves as people count them, and those without one last', () => {
  const rows = toPick([
    { items: [{ ...piece, shelf: null, name: 'Bra' }, { ...piece, shelf: 'A10', name: 'Slip' }, piece] },
    {
      items: [
        { ...piece, quantity: 3 },
        { ...piece, size: 'L' },
      ],
    },
  ])
  expect(rows.map(({ shelf, name, size, quantity }) => [shelf, name, size, quantity])).toEqual([
    ['A2', 'Robe', 'L', 1],
    ['A2', 'Robe', 'M', 4],
    ['A10', 'Slip', 'M', 1],
    [null, 'Bra', 'M', 1],
  ])
})
