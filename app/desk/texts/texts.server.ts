import { z } from 'zod'
import { WRITTEN_PAGES } from '~/content/written-pages'
import { sanitize } from '~/platform/sanitize.server'
import { listChanges, type Change } from '../audit/audit.server'
import { type Desk, read } from '../database.server'
import type { TextKind, TextValues } from './text-kinds'

const kindSchema = z.enum(['page', 'question', 'footer', 'mail'])
const listSchema = z.object({
  /** `topic` is a page's slug, a question's category, a footer link's section or a mail's kind. */
  texts: z.array(
    z.object({ kind: kindSchema, id: z.guid(), topic: z.string(), title: z.string(), is_shown: z.boolean() }),
  ),
  /** Of questions. */
  categories: z.array(z.object({ id: z.guid(), name: z.string() })),
})
export type TextList = z.infer<typeof listSchema>

/** A text as the record of changes has it. */
const recordedSchema = z.object({
  title: z.string(),
  content: z.string().nullable(),
  description: z.string().nullable(),
  button: z.string().nullish(),
  closing: z.string().nullish(),
  is_shown: z.boolean(),
})

const textSchema = recordedSchema.extend({
  kind: kindSchema,
  id: z.guid(),
  topic: z.string(),
  version: z.number(),
})
export type DeskText = z.infer<typeof textSchema>

/** Returns all texts, without their content, and the categories of questions. */
export const listTexts = ({ db }: Desk) => read(db, 'desk_texts', {}, listSchema)

/** Returns a text, or null. */
export const readText = ({ db }: Desk, kind: TextKind, id: string) =>
  read(db, 'desk_text', { p_kind: kind, p_id: id }, textSchema.nullable())

/** Returns the content of a text as the shop shows it: a page as sanitised HTML; questions are plain text. */
export function allowed(kind: TextKind, content: string): string {
  return kind === 'page' ? sanitize(content) : content
}

/** Whether a page or a mail of the shop needs this text, so that it can't be removed. */
export function isNeeded({ kind, topic }: Pick<DeskText, 'kind' | 'topic'>): boolean {
  return kind === 'mail' || (kind === 'page' && WRITTEN_PAGES.some((slug) => slug === topic))
}

/** Returns the changes of a text, and the text as it was before the one that the address names, or null. */
export async function readVersions(desk: Desk, { kind, id }: DeskText, { url }: Request) {
  const changes = await listChanges(desk, kind, id)
  const asked = new URL(url).searchParams.get('before')
  const chosen = changes.find((change) => String(change.id) === asked)
  const versions = changes.map(({ id: change, made_at: madeAt, actor_email: who }) => ({ id: change, madeAt, who }))
  return { versions, earlier: chosen ? textBefore(chosen) : null }
}

function textBefore({ before }: Pick<Change, 'before'>): TextValues | null {
  const parsed = recordedSchema.safeParse(before)
  return parsed.success ? valuesOf(parsed.data) : null
}

/** Returns the values of a text for its form. */
export function valuesOf({ is_shown: isShown, ...text }: z.infer<typeof recordedSchema>): TextValues {
  const { title, content, description, button, closing } = text
  return {
    title,
    content: content ?? '',
    description: description ?? '',
    button: button ?? '',
    closing: closing ?? '',
    isShown,
  }
}
