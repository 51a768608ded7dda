import { AsyncLocalStorage } from 'node:async_hooks'
import { baseLocale, overwriteGetLocale } from './compiled/runtime.js'
import type { Language } from './languages'

const storage = new AsyncLocalStorage<Language>()

overwriteGetLocale(() => storage.getStore() ?? baseLocale)

/** Runs work in a language: its messages, rows and dates. Outside of it the language is English. */
export function inLanguage<Result>(language: Language, work: () => Result): Result {
  return storage.run(language, work)
}
