// oxlint-disable typescript/triple-slash-reference, import/no-unassigned-import -- types without values, and the module that is extended below
/// <reference types="vite/client" />
/// <reference types="@remix-run/node" />
import '@remix-run/node'
import type { Language } from './language/languages'
import type { RequestContext } from './platform/context.server'

declare global {
  interface ImportMetaEnv {
    /** The URLs of client entries, for the languages that have their own. Absent in development. */
    CLIENT_ENTRIES?: Partial<Record<Language, string>>
  }
}

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
  interface AppLoadContext extends RequestContext {}
}
