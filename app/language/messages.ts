/**
 * The shop's own sentences as functions, compiled from en/ and ur/ (scripts/messages.ts). A function that is called returns the sentence in
 * the current language, so constants keep the function, not its result.
 */
export { m } from './compiled/messages.js'
