import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cellOf, fieldOf, nameOf } from '../../app/desk/lists/list.ts'
import { LISTS } from '../../app/desk/lists/lists.ts'

// Values that a row can't have since decision 192, or that a later release may store.
const BROKEN = ['NaN', 'infinity', '-infinity', '10000-01-01', 'not a day', '', null, 1e300, [1, { a: null }], {}, true]

for (const [name, list] of Object.entries(LISTS))
  test(`the list ${name} shows a row with values that it can’t read`, () => {
    const columns = list.fields.flat()
    for (const value of BROKEN) {
      const row = {
        ...Object.fromEntries(columns.map((column) => [column.name, value])),
        id: 'broken',
        version: 1,
        uses: 0,
      }
      expect(nameOf(list, row)).toBeTypeOf('string')
      for (const column of columns) {
        expect(renderToStaticMarkup(<>{cellOf(column, row)}</>)).toBeTypeOf('string')
        const { name: field, label }: { name: string; label: ReactNode } = fieldOf(column, value, [value])
        expect([field, label]).toEqual([column.name, column.label])
      }
    }
  })

test('a value that can’t be read is shown as it is stored, and its field is empty and says so', () => {
  const [[fee]] = [LISTS.delivery?.fields.flat().filter(({ name }) => name === 'fee') ?? []]
  const [[day]] = [LISTS.holiday?.fields.flat().filter(({ name }) => name === 'day') ?? []]
  if (!fee || !day) throw new Error('The columns are missing.')
  expect(renderToStaticMarkup(<>{cellOf(day, { id: 'x', version: 1, uses: 0, day: 'infinity' })}</>)).toBe(
    'Can’t be read: infinity',
  )
  expect(fieldOf(fee, 'NaN', []).now).toBe('Can’t be read: NaN')
  expect(fieldOf(fee, 150, []).now).toBe('150.00')
})
