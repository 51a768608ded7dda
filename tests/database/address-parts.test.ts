import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESS_PARTS, TYPED_PARTS } from '../../app/address/address-parts.ts'
import { freshDatabase, type FreshDatabase } from '../support/fresh-database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.end())

const PARTS = TYPED_PARTS.map((part) => ADDRESS_PARTS[part])

/** Returns null, or the database's refusal. */
async function refusalOf(sql: string, ...values: unknown[]): Promise<string | null> {
  await database.query('begin')
  try {
    await database.query(sql, values)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await database.query('rollback')
  }
}

test('the address book has a column for each part, with its longest value, which shoppers may write', async () => {
  const { rows } = await database.query<{ column: string }>(
    `select column_name as column from information_schema.column_privileges where table_name = 'profile_addresses'
       and grantee = 'authenticated' and privilege_type in ('INSERT', 'UPDATE') group by 1 having count(*) = 2`,
  )
  const apart = ['phone', 'address_type', 'is_primary', 'country']
  expect(rows.map(({ column }) => column).toSorted()).toEqual(
    [...PARTS.map(({ column }) => column), ...apart].toSorted(),
  )
  for (const { column, longest } of PARTS) {
    const write = `update profile_addresses set ${column} = repeat('x', $1)`
    expect([column, await refusalOf(write, longest)]).toEqual([column, null])
    expect([column, await refusalOf(write, longest + 1)]).toEqual([column, expect.stringContaining('check constraint')])
  }
})

test('an order keeps each part, with the same longest value', async () => {
  const whole = Object.fromEntries(PARTS.map(({ column, longest }) => [column, 'x'.repeat(longest)]))
  const { rows } = await database.query<{ kept: unknown }>('select shop.order_address($1) as kept', [whole])
  expect(rows[0]?.kept).toEqual(whole)
  for (const { column } of PARTS)
    expect(await refusalOf('select shop.order_address($1)', { ...whole, [column]: `${whole[column]}x` })).toBe(
      'invalid_address',
    )
})
