import { readdirSync, statSync, utimesSync } from 'node:fs'
import { compile } from '@inlang/paraglide-js'

/**
 * `node scripts/messages.ts`: compiles the shop's messages (app/language) to functions, unless they are newer. The build, the tests and
 * the type check call it first.
 */
const FOLDER = new URL('../app/language/', import.meta.url).pathname
const COMPILED = `${FOLDER}compiled`

/** Compiles the messages if one is newer than what was compiled last. */
export async function compileMessages(): Promise<void> {
  const written = statSync(`${COMPILED}/messages.js`, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[\w.]+\/\w+\.json$/.test(name),
  )
  if (sources.every((name) => statSync(FOLDER + name).mtimeMs < written)) return
  await compile({
    project: `${FOLDER}messages.inlang`,
    outdir: COMPILED,
    outputStructure: 'locale-modules',
    strategy: ['globalVariable', 'baseLocale'],
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
    additionalFiles: { 'registry.js': "export { plural } from '../plural.ts'\n" },
  })
  // It only writes what has changed.
  utimesSync(`${COMPILED}/messages.js`, new Date(), new Date())
}

if (import.meta.main) await compileMessages()
