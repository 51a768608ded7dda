import { expect, inject, test } from 'vitest'
import { AREAS, areasOfPage } from '../../app/desk/areas.ts'
import { LISTS } from '../../app/desk/lists/lists.ts'
import { connect } from '../support/postgres-server.ts'
import { TEMPLATE } from '../support/shared-postgres.ts'

test('the pages of the settings are for those whom the database shows their lists, and roles have the areas that it knows', async () => {
  const database = await connect(inject('postgres'), TEMPLATE, 'postgres')
  const { rows } = await database.query<{ name: string; areas: string[] | null }>(
    'select name, areas from shop.desk_lists()',
  )
  const { rows: known } = await database.query<{ areas: string[] }>(
    `select (regexp_match(pg_get_constraintdef(oid), '''({.*})'''))[1]::text[] as areas from pg_constraint where conname = 'desk_roles_areas_check'`,
  )
  await database.end()
  const pages = Object.keys(LISTS).map((name) => [name, areasOfPage(`/desk/settings/${name}`)])
  expect(Object.fromEntries(pages)).toEqual(
    Object.fromEntries(rows.map(({ name, areas }) => [name, areas ?? 'managers'])),
  )
  expect(Object.keys(AREAS)).toEqual(known[0]?.areas)
})
