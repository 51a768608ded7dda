import { readFileSync } from 'node:fs'
import { vitePlugin as remix, type VitePluginConfig } from '@remix-run/dev'
import browserslist from 'browserslist'
import toEsbuild from 'browserslist-to-esbuild'
import { browserslistToTargets } from 'lightningcss'
import { defineConfig, type Plugin } from 'vite'
import remixConfig from './remix.config.js'
import { serverBuildOptions, serverBuildPlugins, serverBundle } from './scripts/server-bundle.ts'

const ROUTE = /[?&]__remix-build-client-route/

/**
 * Removes Remix's client modules of routes: browsers only load areas of a page (decision 4). Emptying the modules keeps their
 * imports out of the build too.
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
 * Replaces Vite's preload helper, which every page would load: it also handles style sheets and errors, which the client build doesn't
 * have.
 */
function smallPreload(): Plugin {
  const code = `const seen = new Set()
export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    if (seen.has(file)) continue
    seen.add(file)
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', as: 'script', crossOrigin: '', href: '/' + file })
    document.head.append(link)
  }
  return load()
}`
  return {
    name: 'small-preload',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === '\0vite/preload-helper.js' ? code : null),
  }
}

/**
 * Returns the chunk of a module. There are few chunks: the entry, which every page loads; what it loads for a page with areas (the
 * enhancements, React with the shared components, the areas of header and footer), and one for each room.
 */
function chunkOf(id: string): string | undefined {
  if (ROUTE.test(id)) return
  if (/entry\.client|vite\/preload-helper|\/hydration\/hydration-loader/.test(id)) return 'entry'
  if (
    /\/app\/(enhance|styles\/)|\/hydration\/(areas|forms|in-place|keep-input|page-enhancements)|\/(ui\/progress\/pending|catalog\/hearts-in-place)\.ts/.test(
      id,
    )
  )
    return 'enhance'
  if (/\/node_modules\/(react|react-dom|scheduler)\/|\/app\/(ui|platform)\//.test(id)) return 'react'
  if (/\/app\/(shell|newsletter)\/|\/catalog\/(search-box|listing\/sorts)/.test(id)) return 'shell'
  // The product page uses areas of all these rooms, and of the catalog only these files.
  if (/\/app\/(product|reviews|sizes|delivery)\/|\/catalog\/(price|product-choice|product-video|stock)\./.test(id))
    return 'product'
  // The cart uses only this file of the orders room.
  if (/\/app\/orders\/sum/.test(id)) return 'cart'
  return /\/app\/(\w+)\//.exec(id)?.[1]
}

/** A design token: a custom property in `:root` of tokens.css. */
const TOKEN = /\n +--([\w-]+):\s*([^;]+);/g

/**
 * Replaces design tokens by their values: older browsers lack custom properties, and the values are shorter than the names.
 * Custom properties that an element sets itself stay.
 */
function literalTokens(): Plugin {
  return {
    name: 'literal-tokens',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/app\/styles\/(rooms\/)?[\w-]+\.css/.test(id)) return null
      const root = /:root \{([^}]*)\}/.exec(readFileSync(fileOf('./app/styles/tokens.css'), 'utf8'))?.[1] ?? ''
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
  // In a separate file, since developers look for `remix.config.js`. Its type is only checked here.
  plugins: [
    literalTokens(),
    withoutClientRoutes(),
    smallPreload(),
    ...(isSsrBuild ? serverBuildPlugins(fileOf('./app/platform/hydration/no-handoff.server.ts')) : []),
    remix(remixConfig as VitePluginConfig),
  ],
  resolve: { alias: { '~': fileOf('./app') } },
  ...(isSsrBuild ? serverBundle : {}),
  // `browserslist` in package.json lists the supported browsers.
  css: { transformer: 'lightningcss', lightningcss: { targets: browserslistToTargets(browserslist()) } },
  build: {
    target: isSsrBuild ? 'node20' : toEsbuild(),
    cssTarget: toEsbuild(),
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    ...(isSsrBuild ? serverBuildOptions : { rollupOptions: { output: { manualChunks: chunkOf } } }),
  },
}))
