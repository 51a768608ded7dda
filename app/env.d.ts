// oxlint-disable typescript/triple-slash-reference, import/no-unassigned-import -- types without values, and the module that is extended below
/// <reference types="vite/client" />
/// <reference types="@remix-run/node" />
import '@remix-run/node'
import type { RequestContext } from './platform/context.server'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
  interface AppLoadContext extends RequestContext {}
}
