import { z } from 'zod'
import { currentLanguage } from './current'

type Texts = Record<string, string>

/** Translations as rows have them, by language and column; those of a release before have none. */
export const translations = z.record(z.string(), z.record(z.string(), z.string())).optional()
type Translated = { translations?: Partial<Record<string, Texts>> }

/** Returns the row with its texts in the page's language, as far as it has them. A list of texts is translated as lines. */
function inPageLanguage(row: unknown): unknown {
  const texts = (row as Translated | null)?.translations?.[currentLanguage()]
  if (!texts) return row
  const columns = row as Record<string, unknown>
  const shown = Object.entries(texts).map(([column, text]) => [
    column,
    Array.isArray(columns[column]) ? text.split('\n') : text,
  ])
  return { ...columns, ...Object.fromEntries(shown) }
}

/** Returns the schema of rows, selected with their `translations`, whose texts are shown in the page's language (decision 190). */
export function translated<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(inPageLanguage, schema)
}

/** Returns the translation of a column in the page's language; undefined without one, as always in English. */
export function translationOf(row: Translated | null | undefined, column: string): string | undefined {
  return row?.translations?.[currentLanguage()]?.[column]
}

/** Returns the text of one column in the page's language, for rows whose English is needed too, such as for an address. */
export function textOf<Column extends string>(row: Record<Column, string> & Translated, column: Column): string {
  return translationOf(row, column) ?? row[column]
}
