import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { addressIn, isLanguage, LANGUAGE_PARAMETER } from '~/language/languages'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { cutText } from '~/platform/text'
import { parseResponse, type Catalogue } from './catalog.server'

/** The kinds of names in addresses, as the database has them (`shop.names_in_addresses`). */
export type NameKind =
  | 'attribute_value'
  | 'category'
  | 'color'
  | 'department'
  | 'page'
  | 'product'
  | 'question_category'
  | 'work_category'

/** What became of a name that the shop doesn't show: another one, or nothing, with the status of a page by that name. */
export type Missing = { newest: string; status: 301 } | { newest: null; status: 404 | 410 }

const foundSchema = z.record(z.string(), z.object({ name: z.string().nullable() }).nullable())

/** Returns what became of names that the shop doesn't show, in their order; at most 20 (decision 201). Throws if that can't be read. */
export async function findMissing(
  { catalogue, backends }: Catalogue,
  kind: NameKind,
  names: readonly string[],
): Promise<Missing[]> {
  if (names.length === 0) return []
  const asked = names.map((name) => cutText(name.toLowerCase(), 200))
  const found = await catalogue.get(`names:${kind}:${JSON.stringify(asked)}`, async () =>
    parseResponse(foundSchema, await backends.anonymous.rpc('find_names', { p_kind: kind, p_names: asked })),
  )
  return names.map((name, index) => {
    const now = found[asked[index] ?? '']
    // The same name is shown already: what was read of the catalogue is older.
    if (!now || now.name === name) return { newest: null, status: 404 }
    return now.name === null ? { newest: null, status: 410 } : { newest: now.name, status: 301 }
  })
}

/** Returns the newest names of those that were changed, of at most 20. Throws if they can't be read. */
export async function findRenamed(
  context: Catalogue,
  kind: NameKind,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(names)].slice(0, 20)
  const found = await findMissing(context, kind, asked)
  return new Map(asked.flatMap((name, index) => (found[index]?.newest ? [[name, found[index].newest]] : [])))
}

/** Redirects to the page that has taken the place of the requested one, in the language that the address names. */
export function redirectMoved(request: Request, path: string): Response {
  return redirect(inLanguageOf(request, path), 301)
}

/** Returns a path, which names no language, in the one that a request's address names. */
export function inLanguageOf({ url }: Request, path: string): string {
  const language = new URL(url).searchParams.get(LANGUAGE_PARAMETER) ?? ''
  return isLanguage(language) ? addressIn(language, path) : path
}

/**
 * Returns the status of a page for a name that the shop doesn't show, 503 if that can't be read. Throws a redirect to `pathOf` the name that
 * took its place.
 */
export async function missingStatus(
  context: Catalogue & Needs<Reporting>,
  request: Request,
  kind: NameKind,
  name: string,
  pathOf: (newest: string) => string,
): Promise<404 | 410 | 503> {
  const found = await attempt(context, 'name not followed', () => findMissing(context, kind, [name]))
  const [missing] = found ?? []
  if (!missing) return 503
  if (missing.newest !== null) throw redirectMoved(request, pathOf(missing.newest))
  return missing.status
}
