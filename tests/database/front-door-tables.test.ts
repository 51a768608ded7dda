import { afterAll, beforeAll, expect, test } from 'vitest'
import { listRows, openFrontDoor, REFUSED, tryOut, type FrontDoor } from '../support/front-door.ts'

// An attacker with the publishable key and a new shopper's token at every table, by what the catalog says when the test runs.

let door: FrontDoor
let tables: Table[]

interface Table {
  name: string
  isPublic: boolean
  isForShoppers: boolean
}

beforeAll(async () => {
  door = await openFrontDoor()
  tables = await listRows<Table>(
    door,
    `select c.relname as name, has_any_column_privilege('anon', c.oid, 'select') as "isPublic",
       has_any_column_privilege('authenticated', c.oid, 'select') as "isForShoppers"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
  )
})
afterAll(() => door.copy.drop())

test('an attacker reads no row of anybody else: a table is the shop’s window, or empty for a new shopper, or closed', async () => {
  expect(tables.length).toBeGreaterThan(40)
  for (const { name, isPublic, isForShoppers } of tables) {
    const read = `select 1 from public.${name} limit 1000`
    const [visitor, shopper] = [await tryOut(door.visitor, read), await tryOut(door.shopper, read)]
    if (isPublic) expect([name, visitor]).toEqual([name, shopper])
    else {
      const own = name === 'profiles' ? 1 : 0
      expect([name, visitor, shopper]).toEqual([name, REFUSED, isForShoppers ? own : REFUSED])
      // Nothing is shown by an empty table.
      if (isForShoppers) expect([name, await listRows(door, read)]).not.toEqual([name, []])
    }
  }
})

test('an attacker changes no row of anybody else in any column', async () => {
  const columns = await listRows<{ table: string; column: string }>(
    door,
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO' order by 1, 2`,
  )
  const changed: Record<string, number | string> = {}
  for (const { table, column } of columns) {
    const update = `update public.${table} set "${column}" = "${column}"`
    expect([table, column, await tryOut(door.visitor, update)]).toEqual([table, column, REFUSED])
    if ((await tryOut(door.shopper, update)) === REFUSED) continue
    changed[`${table}.${column}`] = await tryOut(door.shopper, `${update} returning 1`)
  }
  // Of profiles only their own row.
  const own = Object.keys(changed).map((column) => [column, column.startsWith('profiles.') ? 1 : 0])
  expect(changed).toEqual(Object.fromEntries(own))
})

test('an attacker deletes no row of anybody else', async () => {
  for (const { name } of tables) {
    const rows = []
    for (const who of [door.visitor, door.shopper]) {
      const isRefused = (await tryOut(who, `delete from public.${name}`)) === REFUSED
      rows.push(isRefused ? REFUSED : await tryOut(who, `delete from public.${name} returning 1`))
    }
    const isOwn = ['product_reviews', 'profile_addresses'].includes(name)
    expect([name, ...rows]).toEqual([name, REFUSED, isOwn ? 0 : REFUSED])
  }
})

test('an attacker adds no row in anybody else’s name', async () => {
  for (const { name } of tables) {
    const columns = await listRows<{ column: string }>(
      door,
      `select column_name as column from information_schema.role_column_grants
       where table_schema = 'public' and table_name = $1 and grantee = 'authenticated' and privilege_type = 'INSERT'`,
      name,
    )
    // A copy of somebody else's row, with every column that may be given.
    const [row] = await listRows<Record<string, unknown>>(door, `select * from public.${name} limit 1`)
    const values = columns.map(({ column }) => (column === 'id' ? crypto.randomUUID() : row?.[column]))
    const into = columns.map(({ column }) => column).join(', ')
    const copied = `(${into}) values (${values.map((_, place) => `$${place + 1}`).join(', ')})`
    const insert = `insert into public.${name} ${columns.length > 0 ? copied : 'default values'}`
    expect([name, await tryOut(door.visitor, insert, ...values)]).toEqual([name, REFUSED])
    expect([name, await tryOut(door.shopper, insert, ...values)]).toEqual([name, REFUSED])
  }
})

test('a file that a shopper names in any column they may write stays when their account is deleted', async () => {
  const { copy } = door
  const columns = await listRows<{ table: string; column: string; isList: boolean }>(
    door,
    `select distinct g.table_name as table, g.column_name as column, c.data_type = 'ARRAY' as "isList"
     from information_schema.role_column_grants g join information_schema.columns c using (table_schema, table_name, column_name)
     where g.table_schema = 'public' and g.grantee = 'authenticated' and g.privilege_type = 'UPDATE'
       and (c.data_type in ('text', 'jsonb') or c.udt_name = '_text')`,
  )
  expect(columns.length).toBeGreaterThan(10)
  const files = await listRows<{ name: string }>(door, `select name from storage.objects where bucket_id = 'files'`)
  expect(files.length).toBeGreaterThan(4)
  const auth = await copy.open('auth')
  for (const [place, { name }] of files.entries()) {
    const [account] = await auth.call<{ id: string }>(
      `insert into auth.users (id, email) values (gen_random_uuid(), 'thief-' || $1 || '@example.com') returning id`,
      place,
    )
    const thief = await copy.open({ shopper: account?.id ?? '' })
    await thief.call(`insert into public.profile_addresses (address_line1, city) values ('x', 'y')`)
    for (const { table, column, isList } of columns)
      await thief.call(`update public.${table} set ${column} = $1`, isList ? [name] : name).catch(() => 'refused')
    await auth.call('delete from auth.users where id = $1', account?.id)
  }
  expect(await listRows(door, 'select path from public.files_to_remove')).toEqual([])
})
