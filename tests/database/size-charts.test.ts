import { expect, test } from 'vitest'
import { formatCentimetres, type SizeRow } from '../../app/sizes/size-charts.ts'
import { sizeChartsSchema } from '../../app/sizes/size-charts.server.ts'
import { freshDatabase } from '../support/fresh-database.ts'

/** A row as text: its size, its measures in centimetres, and its names in the UK, the EU and the US. */
function line({ size, body, names }: SizeRow): string {
  const measures = Object.entries(body).map(([measure, range]) => `${measure} ${formatCentimetres(range)}`)
  return [size, ...measures, `${names.uk}/${names.eu}/${names.us}`].join(', ')
}

test('a new shop has the tables of the size guide', async () => {
  const database = await freshDatabase({ seeded: false })
  const { rows } = await database.query<{ charts: unknown }>('select public.get_size_charts() as charts')
  await database.end()
  const charts = sizeChartsSchema.parse(rows[0]?.charts)
  expect(charts.map(({ name }) => name)).toEqual(['bra', 'soft-bra', 'camisole', 'nightwear', 'panties'])
  const lines = (name: string) => charts.find((chart) => chart.name === name)?.rows.map(line)
  expect(lines('bra')).toEqual([
    '32B, underbust 68–72, bust 84–86, 32B/70B/32B',
    '34B, underbust 73–77, bust 89–91, 34B/75B/34B',
    '34C, underbust 73–77, bust 91–93, 34C/75C/34C',
    '36B, underbust 78–82, bust 94–96, 36B/80B/36B',
    '36C, underbust 78–82, bust 96–98, 36C/80C/36C',
    '38C, underbust 83–87, bust 101–103, 38C/85C/38C',
    '38D, underbust 83–87, bust 103–105, 38D/85D/38D',
  ])
  expect(lines('soft-bra')).toEqual([
    'S, underbust 68–72, bust 81–86, 8/36/4',
    'M, underbust 73–77, bust 87–91, 10/38/6',
    'L, underbust 78–82, bust 92–96, 12/40/8',
    'XL, underbust 83–87, bust 97–102, 14/42/10',
  ])
  expect(lines('camisole')).toEqual([
    'S, bust 81–86, waist 64–68, 8/36/4',
    'M, bust 87–91, waist 69–73, 10/38/6',
    'L, bust 92–96, waist 74–78, 12/40/8',
    'XL, bust 97–102, waist 79–84, 14/42/10',
  ])
  expect(lines('nightwear')).toEqual([
    'S, bust 81–86, waist 64–68, hips 88–93, 8/36/4',
    'M, bust 87–91, waist 69–73, hips 94–98, 10/38/6',
    'L, bust 92–96, waist 74–78, hips 99–103, 12/40/8',
    'XL, bust 97–102, waist 79–84, hips 104–109, 14/42/10',
    'XXL, bust 103–109, waist 85–90, hips 110–116, 16/44/12',
  ])
  expect(lines('panties')).toEqual([
    'S, waist 64–68, hips 88–93, 8/36/4',
    'M, waist 69–73, hips 94–98, 10/38/6',
    'L, waist 74–78, hips 99–103, 12/40/8',
    'XL, waist 79–84, hips 104–109, 14/42/10',
  ])
})
