import { readFileSync } from 'node:fs'
import { vitePlugin as remix, type VitePluginConfig } from '@remix-run/dev'
import browserslist from 'browserslist'
import toEsbuild from 'browserslist-to-esbuild'
import { browserslistToTargets } from 'lightningcss'
import { defineConfig, type Plugin } from 'vite'
import remixConfig from './remix.config.js'

const ROUTE = /[?&]__remix-build-client-route/

/**
 * Browsers get areas of a page, never its routes (docs/decisions/0004-areas.md). Remix builds a client module for each route
 * all the same; these are emptied, so that they pull nothing in, and left out of the build.
 */
function withoutClientRoutes(): Plugin {
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

/**
 * Few files, split by what pages share: the entry with what every page does, React with what areas draw with, the areas of the
 * header and footer, and a file for each room.
 */
function chunkOf(id: string): string | undefined {
  if (ROUTE.test(id)) return
  if (/entry\.client|vite\/preload-helper|\/hydration\/(areas|forms|in-place|keep-input|page-acts)/.test(id))
    return 'entry'
  if (/\/node_modules\/(react|react-dom|scheduler)\/|\/app\/(ui|platform)\//.test(id)) return 'react'
  if (/\/app\/(shell|newsletter)\/|\/catalog\/search-box/.test(id)) return 'shell'
  // A product's page has the areas of three rooms, and says when it arrives.
  if (/\/app\/(reviews|sizes|delivery)\//.test(id)) return 'catalog'
  // Of orders' pages the cart draws the sums.
  if (/\/app\/orders\/sum/.test(id)) return 'cart'
  return /\/app\/(\w+)\//.exec(id)?.[1]
}

/** The colours, shapes and fonts of the shop by their names, as `:root` in base.css declares them. */
const TOKEN = /\n  --([\w-]+):\s*([^;]+);/g

/**
 * Writes the tokens' values in their places: browsers without custom properties need them, and they are shorter than the
 * names. Properties that an element sets for itself stay.
 */
function literalTokens(): Plugin {
  return {
    name: 'literal-tokens',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/app\/styles\/[\w-]+\.css/.test(id)) return null
      const root = /:root \{([^}]*)\}/.exec(readFileSync(fileOf('./app/styles/base.css'), 'utf8'))?.[1] ?? ''
      const tokens = new Map([...root.matchAll(TOKEN)].map(([, name = '', value = '']) => [name, value]))
      const literal = code
        .replace(/:root \{[^}]*\}/, (block) => block.replace(TOKEN, ''))
        .replace(/var\(--([\w-]+)\)/g, (use, name: string) => tokens.get(name) ?? use)
      return { code: literal, map: null }
    },
  }
}

const fileOf = (path: string) => new URL(path, import.meta.url).pathname

export default defineConfig(({ isSsrBuild }) => ({
  // The options are plain JavaScript, since `remix.config.js` is the file people look for.
  plugins: [literalTokens(), withoutClientRoutes(), remix(remixConfig as VitePluginConfig)],
  resolve: {
    alias: {
      '~': fileOf('./app'),
      // Remix encodes each page's data for its client, a tenth of what a page costs; the shop's pages don't carry it.
      ...(isSsrBuild ? { 'turbo-stream': fileOf('./app/platform/hydration/no-handoff.server.ts') } : {}),
    },
  },
  ssr: isSsrBuild ? { noExternal: ['@remix-run/server-runtime', 'set-cookie-parser'] } : {},
  // The browsers that the shop supports are those of `browserslist` in package.json.
  css: { transformer: 'lightningcss', lightningcss: { targets: browserslistToTargets(browserslist()) } },
  build: {
    target: isSsrBuild ? 'node20' : toEsbuild(),
    cssTarget: toEsbuild(),
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    ...(isSsrBuild ? {} : { rollupOptions: { output: { manualChunks: chunkOf } } }),
  },
}))
