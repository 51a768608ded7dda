import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import browserslistToEsbuild from 'browserslist-to-esbuild'
import { build, type Plugin } from 'vite'
import { ROUTE } from '../app/platform/remix/build-plugins.ts'
import { cssBuildOptions, cssOptions, literalTokens } from './css-bundle.ts'
import { LANGUAGES, type Language } from '../app/language/languages.ts'

const COMPILED = new URL('../app/language/compiled/', import.meta.url).pathname
const ENTRIES = 'build/client-entries.json'

/** The chunks of messages that several chunks say. */
const SHARED_MESSAGES: Partial<Record<string, string>> = {
  ui: 'enhance',
  delivery: 'enhance',
  catalog: 'react',
  listing: 'catalog',
  sums: 'cart',
  ago: 'chat',
}

/** A module with the messages of one room in one language: `messages/cart.en.js`. */
const OF_ROOM = /\/messages\/(\w+)\.(\w+)\.js$/

/**
 * Keeps to the messages of one language, in a module for each room: browsers get a message as a plain function, without its other languages
 * and beside the room that says it. The development server has one build for all, in which a document's language decides.
 */
export function messagesOf(language: Language): Plugin {
  return {
    name: 'messages-of-a-language',
    enforce: 'pre',
    resolveId: (id) => (OF_ROOM.test(id) ? id : null),
    load(id, options) {
      if (options?.ssr || !id.startsWith(COMPILED)) return null
      const isBuild = this.environment.config.command === 'build'
      if (id.endsWith('/runtime.js'))
        return `export const getLocale = () => ${isBuild ? `'${language}'` : 'document.documentElement.lang'}`
      if (!isBuild) return null
      const room = OF_ROOM.exec(id)?.[1]
      const messages = readFileSync(`${COMPILED}messages/${language}.js`, 'utf8')
        .replaceAll('i?.', 'i.')
        .split(/\n(?=export const )/)
      if (room) return [messages[0], ...messages.filter((one) => one.startsWith(`export const ${room}_`))].join('\n')
      if (!id.endsWith('/messages/_index.js')) return null
      const rooms = new Set(messages.flatMap((one) => /^export const ([a-z]+)_/.exec(one)?.[1] ?? []))
      return [...rooms].map((name) => `export * from '${COMPILED}messages/${name}.${language}.js'`).join('\n')
    },
    // Of routes too, whose client modules are emptied.
    onLog: (_level, { code }) => code !== 'EMPTY_BUNDLE',
    generateBundle(_options, bundle) {
      // Rooms of which browsers say nothing.
      for (const [file, chunk] of Object.entries(bundle))
        if (chunk.type === 'chunk' && chunk.code.trim() === '' && chunk.moduleIds.some((id) => OF_ROOM.test(id)))
          delete bundle[file]
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
    plugins: [literalTokens(), smallPreload(), messagesOf(language)],
    css: cssOptions,
    resolve: { alias: { '~': new URL('../app', import.meta.url).pathname } },
    build: {
      ...cssBuildOptions,
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
 * enhancements, React with the shared components, the areas of header and footer), one for each room, and one that the first choice on a
 * card loads.
 */
export function chunkOf(id: string): string | undefined {
  if (ROUTE.test(id)) return
  const ofMessages = OF_ROOM.exec(id)?.[1]
  if (/\/catalog\/cards-in-place|\/styles\/card-panel/.test(id)) return 'cards'
  if (ofMessages) return SHARED_MESSAGES[ofMessages] ?? chunkOf(`/app/${ofMessages}/messages.ts`)
  // What is only loaded once somebody enlarges a picture, or opens the size guide.
  if (/\/ui\/(zoom-views|enlarged)\./.test(id)) return 'zoom'
  if (/\/sizes\/size-dialog|\/styles\/rooms\/(size-|sizes)/.test(id)) return 'sizes'
  if (/entry\.client|vite\/preload-helper|\/hydration\/hydration-loader/.test(id)) return 'entry'
  if (
    /\/app\/(enhance|styles\/|language\/)|\/hydration\/(areas|forms|in-place|keep-input|page-enhancements)|\/(ui\/progress\/pending|catalog\/hearts-in-place|sizes\/size-links|shell\/following-header)\.ts/.test(
      id,
    )
  )
    return 'enhance'
  // Only the cart shows sums in an area.
  if (/\/app\/sums\//.test(id)) return 'cart'
  // The header's and the footer's areas are on every page with React.
  if (
    /\/node_modules\/(react|react-dom|scheduler)\/|\/app\/(ui|platform|shell|newsletter)\/|\/catalog\/search-box/.test(
      id,
    )
  )
    return 'react'
  // The product page uses areas of all these rooms, and of the catalog only these files.
  if (/\/app\/(product|reviews|sizes|delivery)\/|\/catalog\/(price|product-choice|product-video|stock)\./.test(id))
    return 'product'
  return /\/app\/(\w+)\//.exec(id)?.[1]
}
