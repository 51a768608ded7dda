import { z } from 'zod'
import { allowedHtml } from '~/content/content.server'
import { WRITTEN_PAGES } from '~/content/written-pages.server'
import type { MailWords } from '~/mails/words/default-words'
import { listChanges } from '../audit/audit.server'
import { type Desk, read } from '../desk.server'
import { flags, ids, texts } from '../rows'
import type { TextKind } from './text-kinds'

const kindSchema = z.enum(['page', 'question', 'mail'])
const listSchema = z.object({
  /** `topic` is a page's slug, a question's category or a mail's kind. */
  texts: z.array(z.object({ kind: kindSchema, ...ids('id'), ...texts('topic', 'title'), ...flags('is_shown') })),
  /** Of questions. */
  categories: z.array(z.object({ ...ids('id'), ...texts('name') })),
})
export type TextList = z.infer<typeof listSchema>

const written = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

const valuesSchema = z.object({
  title: z.string(),
  content: written,
  description: written,
  button: written,
  closing: written,
  is_shown: z.boolean(),
})
/**
 * What of a text is edited; the record of changes has the same. The title of a mail is its subject, the description its heading; only mails
 * have a button and a closing.
 */
export type TextValues = z.infer<typeof valuesSchema>

const textSchema = valuesSchema.extend({ kind: kindSchema, id: z.guid(), topic: z.string(), version: z.number() })
export type DeskText = z.infer<typeof textSchema>

/** Returns all texts, without their content, and the categories of questions. */
export const listTexts = ({ db }: Desk) => read(db, 'desk_texts', {}, listSchema)

export const readText = ({ db }: Desk, kind: TextKind, id: string) =>
  read(db, 'desk_text', { kind, id }, textSchema.nullable())

/** Returns the content of a text as the shop shows it: a page as sanitised HTML; questions are plain text. */
export function allowed(kind: TextKind, content: string): string {
  return kind === 'page' ? allowedHtml(content) : content
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
  return { versions, earlier: valuesSchema.safeParse(chosen?.before).data ?? null }
}

export function mailWords({ title, description, content, button, closing }: TextValues): MailWords {
  return { subject: title, heading: description, body: content, button, closing }
}
