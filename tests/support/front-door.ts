import { expect } from 'vitest'
import { TestDatabase, type Session } from './sessions.ts'

/** The SQLSTATE of a missing privilege, also by row security. */
export const REFUSED = '42501'

/** A copy of the database, with somebody else's rows and files in it, as an attacker sees it. */
export interface FrontDoor {
  copy: TestDatabase
  /** With the publishable key alone. */
  visitor: Session
  /** With the token of a new account. */
  shopper: Session
  newcomer: string
  /** Values of somebody else: IDs, and an order's number. */
  other: Record<'id' | 'number' | 'talk' | 'address' | 'review', string>
}

/** Opens a copy of the database to attack. Drop `copy` afterwards. */
export async function openFrontDoor(): Promise<FrontDoor> {
  const copy = await TestDatabase.make()
  const { id: newcomer } = await copy.read<{ id: string }>(
    `insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'newcomer@example.com', '{}') returning id`,
  )
  for (const statement of ROWS_AND_FILES) await copy.read(statement)
  const other = await copy.read<FrontDoor['other']>(
    `select p.id, o.order_id as number, c.id as talk, a.id as address, r.id as review
     from public.profiles p join public.orders o on o.user_id = p.id join public.user_conversations c on c.created_by = p.id
     join public.profile_addresses a on a.profile_id = p.id join public.product_reviews r on r.user_id = p.id
     where p.email = 'ayesha@example.com' limit 1`,
  )
  return { copy, newcomer, other, visitor: await copy.open('visitor'), shopper: await copy.open({ shopper: newcomer }) }
}

/** Rows of somebody else in tables that shoppers may read and the seeds leave empty, and files in every folder of every bucket. */
const ROWS_AND_FILES = [
  `insert into public.refunds (order_id, provider, provider_payment_id, amount, reason)
   select id, 'payfast', 'x', 1, 'paid_twice' from public.orders where user_id is not null and shop.kept(id) > 1 limit 1 returning 1`,
  `insert into public.transactions (order_id, order_ref)
   select id, order_id from public.orders where user_id is not null limit 1 returning 1`,
  `insert into public.desk_audit (actor_email, action, subject_kind, subject_id) values ('x', 'x', 'x', 'x') returning 1`,
  `insert into storage.objects (bucket_id, name) select b.id, f.name
   from storage.buckets b, public.profiles p join public.user_conversations c on c.created_by = p.id, lateral (values
     ('profilePictures/' || p.id || '-1.webp'), ('review-images/' || md5(c.id::text)::uuid || '.webp'),
     ('return-photos/' || md5(c.id::text)::uuid || '.webp'), (md5(c.id::text)::uuid || '.webp'),
     ('chat-attachments/' || c.id || '/' || md5(c.id::text)::uuid || '.webp')) f (name)
   where p.email = 'ayesha@example.com' on conflict do nothing returning 1`,
]

/** Returns rows as the superuser. */
export async function listRows<Row>({ copy }: FrontDoor, sql: string, ...values: unknown[]): Promise<Row[]> {
  const { rows } = await copy.read<{ rows: Row[] }>(
    `select coalesce(json_agg(listed), '[]') as rows from (${sql}) as listed`,
    ...values,
  )
  return rows
}

/** Returns the number of rows that a statement returns, or its SQLSTATE; rolls it back. */
export async function tryOut(who: Session, sql: string, ...values: unknown[]): Promise<number | string> {
  await who.begin()
  try {
    return (await who.run(sql, ...values)).length
  } catch (error) {
    return String((error as { code?: unknown }).code)
  } finally {
    await who.rollback()
  }
}

/** Expects a document to have a text, whatever its line breaks. */
export function expectText(document: string, text: string): void {
  const plain = (some: string) => some.replace(/\s+/g, ' ')
  expect(plain(document), `The document has to say:\n\n${text}\n`).toContain(plain(text))
}
