import type { Plugin } from 'vite'

/** The modules of Remix's client router. */
export const ROUTE = /[?&]__remix-build-client-route/

const EMPTY_HANDOFF = new URL('./no-handoff.server.ts', import.meta.url).pathname

/**
 * Removes Remix's client modules of routes: browsers only load areas of a page (decision 4). Emptying the modules keeps their
 * imports out of the build too.
 */
export function withoutClientRoutes(): Plugin {
  return {
    name: 'without-client-routes',
    enforce: 'post',
    apply: 'build',
    transform: (_code, id, options) => (!options?.ssr && ROUTE.test(id) ? { code: 'export {}', map: null } : null),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [file, chunk] of Object.entries(bundle)) {
          if (chunk.type === 'chunk' && chunk.facadeModuleId && ROUTE.test(chunk.facadeModuleId)) delete bundle[file]
        }
      },
    },
  }
}

/** Keeps the build in index.js. Rollup would move it to a chunk, and leave its exports behind, since ioredis shares modules with it. */
export function inIndex(): Plugin {
  return {
    name: 'in-index',
    // Remix sets the option itself, so it can't be in the configuration.
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
  }
}

/**
 * Remix encodes each page's data by turbo-stream for its client router, which the shop's pages don't have: a tenth of the time of a render.
 */
export function withoutHandoff(): Plugin {
  return {
    name: 'without-handoff',
    enforce: 'pre',
    // Remix's React package, which only decodes, gets the real one.
    resolveId: (source, importer) =>
      source === 'turbo-stream' && importer?.includes('/@remix-run/server-runtime/') ? EMPTY_HANDOFF : null,
  }
}
