import { z } from 'zod'
import { WRITTEN_PAGES } from '~/content/written-pages'
import type { Result } from '~/platform/result'
import { sanitize } from '~/platform/sanitize.server'
import { footerSlug, type Section } from '~/shell/footer-links'
import type { Change } from '../audit/audit.server'
import { change, type Desk, make, read } from '../database.server'
import type { TextKind, TextValues } from './text-kinds'
import type { TextForm } from './text.schema'

const kindSchema = z.enum(['page', 'question', 'footer', 'mail'])
const listSchema = z.object({
  /** `topic` is a page's slug, a question's category, a footer link's section or a mail's kind. */
  texts: z.array(
    z.object({ kind: kindSchema, id: z.guid(), topic: z.string(), title: z.string(), is_shown: z.boolean() }),
  ),
  /** Of questions. */
  categories: z.array(z.object({ id: z.guid(), name: z.string() })),
})
/** All texts, and the categories of questions. */
export type TextList = z.infer<typeof listSchema>

const textSchema = z.object({
  kind: kindSchema,
  id: z.guid(),
  topic: z.string(),
  title: z.string(),
  content: z.string().nullable(),
  description: z.string().nullable(),
  button: z.string().nullable(),
  closing: z.string().nullable(),
  is_shown: z.boolean(),
  version: z.number(),
})
export type DeskText = z.infer<typeof textSchema>

/** Returns all texts, without their content, and the categories of questions. */
export function listTexts({ db }: Desk): Promise<TextList> {
  return read(db, 'desk_texts', {}, listSchema)
}

/** Returns a text, or null. */
export function readText({ db }: Desk, kind: TextKind, id: string): Promise<DeskText | null> {
  return read(db, 'desk_text', { p_kind: kind, p_id: id }, textSchema.nullable())
}

/** Returns the content of a text as the shop shows it: a page as sanitised HTML; questions are plain text. */
export function allowed(kind: TextKind, content: string): string {
  return kind === 'page' ? sanitize(content) : content
}

/** Saves a text; its content must be `allowed`. Refuses in words for the operator. */
export function saveText(
  { db }: Desk,
  { kind, id }: { kind: TextKind; id: string },
  { version, title, content, description, is_shown: isShown }: TextForm,
): Promise<Result<null, string>> {
  return change(db, 'desk_save_text', {
    p_kind: kind,
    p_id: id,
    p_version: version,
    p_title: title,
    p_content: content,
    p_description: description,
    p_is_shown: isShown,
  })
}

/** Makes a page that isn't shown yet, and its link in a section of the footer. Returns its ID; refuses in words for the operator. */
export function createPage(
  { db }: Desk,
  { title, section }: { title: string; section?: Section },
): Promise<Result<string, string>> {
  const topic = footerSlug(title)
  return make(db, 'desk_create_text', {
    p_kind: 'page',
    p_topic: topic,
    p_title: title,
    p_section: section,
  })
}

/** Makes a question that isn't shown yet. Returns its ID; refuses in words for the operator. */
export function createQuestion(
  { db }: Desk,
  { title, category }: { title: string; category: string },
): Promise<Result<string, string>> {
  return make(db, 'desk_create_text', { p_kind: 'question', p_topic: category, p_title: title })
}

/** Whether a page or a mail of the shop needs this text, so that it can't be removed. */
export function isNeeded({ kind, topic }: Pick<DeskText, 'kind' | 'topic'>): boolean {
  return kind === 'mail' || (kind === 'page' && WRITTEN_PAGES.some((slug) => slug === topic))
}

/** Removes a text. Refuses in words for the operator. */
export function removeText(
  { db }: Desk,
  { kind, id }: { kind: TextKind; id: string },
  version: number,
): Promise<Result<null, string>> {
  return change(db, 'desk_remove_text', { p_kind: kind, p_id: id, p_version: version })
}

const recordedSchema = z.object({
  title: z.string(),
  content: z.string().nullable(),
  description: z.string().nullable(),
  button: z.string().nullish(),
  closing: z.string().nullish(),
  is_shown: z.boolean(),
})

/** Returns the text as it was before a change, or null if the change has none. */
export function textBefore({ before }: Pick<Change, 'before'>): TextValues | null {
  const parsed = recordedSchema.safeParse(before)
  return parsed.success ? valuesOf(parsed.data) : null
}

/** Returns the values of a text for its form. */
export function valuesOf({
  title,
  content,
  description,
  button,
  closing,
  is_shown: isShown,
}: z.infer<typeof recordedSchema>): TextValues {
  return {
    title,
    content: content ?? '',
    description: description ?? '',
    button: button ?? '',
    closing: closing ?? '',
    isShown,
  }
}
