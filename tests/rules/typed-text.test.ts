import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { schemaOf } from '../../app/desk/lists/list.ts'
import { LISTS } from '../../app/desk/lists/lists.ts'

const asUrdu = (text: string) => text.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit)))
const disguised = (text: string) => `\u2067${asUrdu(text).replaceAll('-', '\u2011').split('').join('\u200d')}\u2069`

/** What fields that don't take prose take, each of them some. */
const PLAIN = [
  '1',
  '12',
  '1234',
  '123456',
  '54000',
  '499.50',
  '1234567-8',
  '0300-1234567',
  'ORD-1234567890-12',
  'EID-500',
  '2001-03-04',
  '2026-03-01T10:00',
  'zoe-2@example.com',
  'bcd2345678',
]
/** What no such field takes. */
const PROSE = ['Ünd so: ø, یہ؟', 'یہ', 'Über Aa']

test('every field that takes no prose takes digits, hyphens and marks of any keyboard', async () => {
  const different: string[] = []
  let asked = 0
  for (const [where, field] of await allFields()) {
    if (PROSE.some((text) => field.safeParse(text).success)) continue
    for (const plain of PLAIN) {
      const read = field.safeParse(plain)
      if (!read.success) continue
      asked += 1
      const typed = field.safeParse(disguised(plain))
      if (JSON.stringify(typed.data) !== JSON.stringify(read.data)) different.push(`${where}: ${plain}`)
    }
  }
  expect(asked).toBeGreaterThan(200)
  expect(different).toEqual([])
})

/** Returns the typed fields of all schemas of forms: not choices, nor the part of an address that names a product. */
async function allFields(): Promise<[where: string, field: z.ZodType][]> {
  const schemas: [string, unknown][] = Object.entries(LISTS).map(([name, list]) => [name, schemaOf(list)])
  for (const path of globSync('app/**/*.schema.ts'))
    schemas.push(...Object.entries((await import(`../../${path}`)) as Record<string, unknown>))
  return schemas.flatMap(([schema, value]) =>
    fieldsOf(value).flatMap(([name, field]) =>
      name === 'slug' || (field instanceof z.ZodOptional && field.unwrap() instanceof z.ZodEnum)
        ? []
        : [[`${schema}.${name}`, field] as const],
    ),
  )
}

function fieldsOf(value: unknown): [string, z.ZodType][] {
  if (value instanceof z.ZodPipe) return fieldsOf(value.in)
  return value instanceof z.ZodObject ? Object.entries(value.shape as Record<string, z.ZodType>) : []
}
