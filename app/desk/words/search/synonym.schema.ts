import { z } from 'zod'

const WORD_WORDS = 'Please enter one word of 2 to 40 letters or digits.'
const MEANING_WORDS = 'Please enter a word or some words of the shop in each line, each up to 80 characters long.'
const MAX_MEANINGS = 20

/** Texts with one meaning in each line. */
const meanings = z
  .string()
  .max(4_000)
  .default('')
  .transform((text) => [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== ''))

const synonymFields = z.object({
  word: z
    .string({ error: WORD_WORDS })
    .trim()
    .toLowerCase()
    .regex(/^[\p{L}\p{M}\p{N}]{2,40}$/u, WORD_WORDS),
  /** The meanings that the form showed. */
  was: meanings,
  meanings: meanings
    .refine((lines) => lines.every(({ length }) => length <= 80), MEANING_WORDS)
    .refine(({ length }) => length <= MAX_MEANINGS, `A word has at most ${MAX_MEANINGS} meanings.`),
})

export const synonymSchema = synonymFields.refine((form) => form.meanings.length > 0, {
  path: ['meanings'],
  message: MEANING_WORDS,
})

export const wordRemovalSchema = synonymFields.pick({ word: true, was: true })
