import { z } from 'zod'

export const progressSchema = z.object({ total: z.number(), checked: z.number() })
/** How many rows an import has, and how many of them are compared with the catalogue. */
export type ImportProgress = z.infer<typeof progressSchema>

const problemSchema = z.object({
  column: z.string(),
  reason: z.string(),
  value: z.string().nullable(),
  line: z.number().nullable(),
})
/** What is wrong with a row: `reason` is one of PROBLEMS; `line` is another row that it is about. */
export type ImportProblem = z.infer<typeof problemSchema>

const rowSchema = z.object({
  line: z.number(),
  product: z.string(),
  size: z.string(),
  /** By column, the old and the new text; null for none. */
  changes: z.record(z.string(), z.tuple([z.string().nullable(), z.string().nullable()])),
  problems: z.array(problemSchema),
})
export type ComparedRow = z.infer<typeof rowSchema>

const headSchema = progressSchema.extend({
  id: z.guid(),
  file_name: z.string(),
  made_at: z.string(),
  /** The e-mail of the person who uploaded it. */
  by: z.string(),
  applied_at: z.string().nullable(),
})
export const importListSchema = z.array(headSchema)
export type ImportHead = z.infer<typeof headSchema>

export const importSchema = headSchema.extend({
  ignored: z.array(z.string()),
  /** The number of the dry run. */
  version: z.number(),
  bad: z.number(),
  new_products: z.number(),
  changed_products: z.number(),
  new_sizes: z.number(),
  changed_rows: z.number(),
  rows: z.array(rowSchema),
})
/** An import whose rows are all compared, with a page of them. */
export type DeskImport = z.infer<typeof importSchema>

export const LISTS = ['problems', 'changes'] as const
export type ImportList = (typeof LISTS)[number]
