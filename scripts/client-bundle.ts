import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import browserslistToEsbuild from 'browserslist-to-esbuild'
import { build, type Plugin } from 'vite'
import { LANGUAGES, type Language } from '../app/language/languages.ts'

/** The modules of Remix's client router. */
export const ROUTE = /[?&]__remix-build-client-route/

const COMPILED = new URL('../app/language/compiled/', import.meta.url).pathname
const ENTRIES = 'build/client-entries.json'

/**
 * Keeps to the messages of one language: browsers get a message as a plain function, without its other languages. The development server
 * has one build for all, in which a document's language decides.
 */
export function messagesOf(language: Language): Plugin {
  return {
    name: 'messages-of-a-language',
    enforce: 'pre',
    load(id, options) {
      if (options?.ssr || !id.startsWith(COMPILED)) return null
      const isBuild = this.environment.config.command === 'build'
      if (id.endsWith('/runtime.js'))
        return `export const getLocale = () => ${isBuild ? `'${language}'` : 'document.documentElement.lang'}`
      return isBuild && id.endsWith('/messages/_index.js') ? `export * from './${language}.js'` : null
    },
  }
}

/** Builds the browser's scripts once more for each further language, and notes their entries for the server build, which comes next. */
export function scriptsOfOtherLanguages(): Plugin {
  return {
    name: 'scripts-of-other-languages',
    apply: 'build',
    async closeBundle() {
      const entries: Partial<Record<Language, string>> = {}
      for (const language of LANGUAGES.slice(1)) entries[language] = await buildScripts(language)
      mkdirSync('build', { recursive: true })
      writeFileSync(ENTRIES, JSON.stringify(entries))
    },
  }
}

/** Returns what the server build knows of them (app/env.d.ts). */
export const clientEntries = () => ({ 'import.meta.env.CLIENT_ENTRIES': readFileSync(ENTRIES, 'utf8') })

/** Builds the scripts of a language, and returns the URL of their entry. */
async function buildScripts(language: Language): Promise<string> {
  const names = `assets/${language}-[name]-[hash].js`
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [smallPreload(), messagesOf(language)],
    resolve: { alias: { '~': new URL('../app', import.meta.url).pathname } },
    build: {
      outDir: 'build/client',
      emptyOutDir: false,
      copyPublicDir: false,
      assetsInlineLimit: 0,
      target: browserslistToEsbuild(),
      rollupOptions: {
        input: 'app/entry.client.ts',
        output: { manualChunks: chunkOf, entryFileNames: names, chunkFileNames: names },
      },
    },
  })
  const chunks = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const entry = chunks.find((chunk) => chunk.type === 'chunk' && chunk.isEntry)
  if (!entry) throw new Error(`The scripts of ${language} have no entry.`)
  return `/${entry.fileName}`
}

/**
 * Replaces Vite's preload helper, which every page would load: it also handles style sheets and errors, which the client build doesn't
 * have.
 */
export function smallPreload(): Plugin {
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
export function chunkOf(id: string): string | undefined {
  if (ROUTE.test(id)) return
  if (/entry\.client|vite\/preload-helper|\/hydration\/hydration-loader/.test(id)) return 'entry'
  if (
    /\/app\/(enhance|styles\/)|\/hydration\/(areas|forms|in-place|keep-input|page-enhancements)|\/(ui\/progress\/pending|catalog\/hearts-in-place)\.ts/.test(
      id,
    )
  )
    return 'enhance'
  if (/\/node_modules\/(react|react-dom|scheduler)\/|\/app\/(ui|platform|language)\//.test(id)) return 'react'
  if (/\/app\/(shell|newsletter)\/|\/catalog\/(search-box|listing\/sorts)/.test(id)) return 'shell'
  // The product page uses areas of all these rooms, and of the catalog only these files.
  if (/\/app\/(product|reviews|sizes|delivery)\/|\/catalog\/(price|product-choice|product-video|stock)\./.test(id))
    return 'product'
  // The cart uses only this file of the orders room.
  if (/\/app\/orders\/sum/.test(id)) return 'cart'
  return /\/app\/(\w+)\//.exec(id)?.[1]
}
