import type { z } from 'zod'
import type { Needs } from '~/platform/context.server'

/** What reads of the catalogue need: the cache, and the backend with a visitor's rights. */
export type Catalogue = Needs<'catalogue' | 'backends'>

interface DatabaseResponse {
  data: unknown
  error: { message: string; code?: string } | null
}

/** Returns the data of a database response, validated by its schema. Throws if the request failed. */
export function parseResponse<Schema extends z.ZodType>(
  schema: Schema,
  { data, error }: DatabaseResponse,
): z.output<Schema> {
  if (error) throw new Error(`The catalogue did not respond: ${error.message}`, { cause: error })
  return schema.parse(data)
}
