import { expect, inject } from 'vitest'
import { connect, type Connection } from './postgres-server.ts'
import { TEMPLATE } from './shared-postgres.ts'
import { copyDatabase } from './hosted-database.ts'

/**
 * The role of a session: a shopper by account ID, an operator by that of an account with the role and an open session of the same ID, a
 * visitor with the publishable key alone, the server with its secret key, Auth, or Studio.
 */
export type SessionRole = { shopper: string } | { operator: string } | 'visitor' | 'server' | 'auth' | 'studio'

/** A connection to the database with a role, like PostgREST's: every call is a separate transaction. */
export class Session {
  #client: Connection
  #who: SessionRole

  constructor(client: Connection, who: SessionRole) {
    this.#client = client
    this.#who = who
  }

  /** Runs one statement and commits; on failure rolls back and throws. */
  async call<T = unknown>(sql: string, ...values: unknown[]): Promise<T[]> {
    await this.begin()
    try {
      const rows = await this.run<T>(sql, ...values)
      await this.commit()
      return rows
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  async begin(): Promise<void> {
    await this.#client.query('begin')
    if (this.#who === 'auth' || this.#who === 'studio') return
    const role = this.#who === 'server' ? 'service_role' : this.#who === 'visitor' ? 'anon' : 'authenticated'
    const claims = typeof this.#who === 'string' ? { role } : { role, ...claimsOf(this.#who) }
    await this.#client.query(
      `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
        set_config('statement_timeout', '8s', true)`,
      [role, JSON.stringify(claims)],
    )
  }

  /** Runs a statement in the transaction that `begin` started. */
  async run<T = unknown>(sql: string, ...values: unknown[]): Promise<T[]> {
    const { rows } = await this.#client.query<T>(sql, values)
    return rows
  }

  commit = () => this.#client.query('commit')
  rollback = () => this.#client.query('rollback')
  end = () => this.#client.end()
}

/** The claims of a person's token: an operator has given both factors just now. */
function claimsOf(who: { shopper: string } | { operator: string }) {
  if ('shopper' in who) return { sub: who.shopper }
  const timestamp = Math.floor(Date.now() / 1000)
  const amr = ['password', 'totp'].map((method) => ({ method, timestamp }))
  return { sub: who.operator, session_id: who.operator, aal: 'aal2', amr }
}

/** A database for one test, copied from the migrated and seeded template, with the sessions that the test opens. */
export class TestDatabase {
  #host = inject('postgres')
  #name = `copy_${crypto.randomUUID().replaceAll('-', '')}`
  #sessions: Session[] = []

  static async make(): Promise<TestDatabase> {
    const copy = new TestDatabase()
    await copyDatabase(copy.#host, TEMPLATE, copy.#name)
    return copy
  }

  async open(who: SessionRole): Promise<Session> {
    const users = { auth: 'supabase_auth_admin', studio: 'postgres' } as const
    const user = who === 'auth' || who === 'studio' ? users[who] : 'authenticator'
    const session = new Session(await connect(this.#host, this.#name, user), who)
    this.#sessions.push(session)
    return session
  }

  openMany(count: number, who: SessionRole): Promise<Session[]> {
    return Promise.all(Array.from({ length: count }, () => this.open(who)))
  }

  /** Returns the first row of a query as the superuser. */
  async read<T extends object>(sql: string, ...values: unknown[]): Promise<T> {
    this.#studio ??= await this.open('studio')
    const [row] = await this.#studio.call<T>(sql, ...values)
    if (!row) throw new Error(`No row: ${sql}`)
    return row
  }
  #studio: Session | undefined

  /** Makes one of the sample people an operator with an open session. Returns the account's ID. */
  async makeOperator(email = 'mahnoor@example.com'): Promise<string> {
    const { id } = await this.read<{ id: string }>(
      `with given as (
         update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "operator"}' where email = $1 returning id)
       insert into auth.sessions (id, user_id) select id, id from given returning id`,
      email,
    )
    return id
  }

  /** Resolves when `count` sessions wait for a lock. */
  async untilWaiting(count: number): Promise<void> {
    await expect
      .poll(
        async () =>
          (
            await this.read<{ waiting: number }>(
              `select count(*)::integer as waiting from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).waiting,
        { timeout: 5_000, interval: 10 },
      )
      .toBe(count)
  }

  async drop(): Promise<void> {
    await Promise.all(this.#sessions.map((session) => session.end()))
    await this.#manage(`drop database ${this.#name} with (force)`)
  }

  async #manage(sql: string): Promise<void> {
    const client = await connect(this.#host, 'postgres')
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
}

/** Returns the message of the database error that a call fails with, or 'done'. */
export function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

/** Distributes jobs over the sessions, one at a time per session, and counts their results. */
export async function runConcurrently(
  sessions: Session[],
  jobs: ((session: Session) => Promise<unknown>)[],
): Promise<Record<string, number>> {
  const waiting = [...jobs]
  const counts: Record<string, number> = {}
  await Promise.all(
    sessions.map(async (session) => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const result = await outcome(job(session))
        counts[result] = (counts[result] ?? 0) + 1
      }
    }),
  )
  return counts
}
