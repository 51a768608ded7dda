import type { SupabaseSettings } from './lite-app.ts'

/** An OpenID provider whose tokens Auth accepts. */
export interface IdProvider {
  keys: string
  issuers: string[]
  audience: string
}

/** Runs one statement of the sandbox, queued with those of the API. */
export type Query = <Row = Record<string, unknown>>(sql: string, parameters?: unknown[]) => Promise<Row[]>

/** What the parts of the gateway share. */
export interface Gateway {
  query: Query
  lite: (request: Request) => Promise<Response>
  settings: SupabaseSettings & { idProviders: Record<string, IdProvider>; functionSettings: Record<string, string> }
}
