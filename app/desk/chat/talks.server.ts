import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { linkAttachment } from '~/chat/attachments.server'
import type { Result } from '~/platform/result'
import { change, type Desk, read } from '../database.server'
import type { TalkFilter } from './talk-filters'
import {
  colleaguesSchema,
  talkListSchema,
  talkNewsSchema,
  wholeTalkSchema,
  type Colleague,
  type Talk,
  type TalkNews,
  type WholeTalk,
} from './talk-rows'

export const TALKS_PER_PAGE = 50

/** Returns a page of conversations: those that wait, longest first, or others, latest first. */
export function listTalks({ db }: Desk, filter: TalkFilter, page: number): Promise<{ rows: Talk[]; total: number }> {
  return read(db, 'desk_conversations', { p_filter: filter, p_page: page }, talkListSchema)
}

/** Returns a conversation with its latest messages, or the latest before a position; null if there is none. */
export function readTalk({ db }: Desk, id: string, before: number | null): Promise<WholeTalk | null> {
  return read(db, 'desk_conversation', { p_id: id, p_before: before ?? undefined }, wholeTalkSchema.nullable())
}

/** Returns a conversation with its messages after a position, at most 500; null if there is none. */
export function readTalkNews({ db }: Desk, id: string, after: number): Promise<TalkNews | null> {
  return read(db, 'desk_conversation_news', { p_id: id, p_after: after }, talkNewsSchema.nullable())
}

/** Returns everybody who works at the desk. */
export function listColleagues({ db }: Desk): Promise<Colleague[]> {
  return read(db, 'desk_colleagues', {}, colleaguesSchema)
}

/** A conversation, and the version that a form was made from. */
export interface TalkMark {
  id: string
  version: number
}

/** Returns the ID of the message that a form will send. */
export function newMessageId(): string {
  return randomUUID()
}

interface Reply {
  text: string
  /** The message's ID; it makes retries idempotent. */
  tempId: string
  /** What the shopper may choose from. */
  options: string[]
  attachment?: { path: string; type: string }
}

/** Answers the shopper. Refuses in words for the operator. */
export function reply(
  { db }: Desk,
  { id, version }: TalkMark,
  { text, tempId, options, attachment }: Reply,
): Promise<Result<null, string>> {
  return change(db, 'desk_reply', {
    p_id: id,
    p_version: version,
    p_text: text,
    p_temp_id: tempId,
    p_options: options.length > 0 ? options : undefined,
    p_attachment_url: attachment?.path,
    p_attachment_type: attachment?.type,
  })
}

/** Hands a conversation over to somebody, or with null to anybody. Refuses in words for the operator. */
export function assign(
  { db }: Desk,
  { id, version }: TalkMark,
  assignee: string | null,
): Promise<Result<null, string>> {
  return change(db, 'desk_assign', { p_id: id, p_version: version, p_assignee: assignee ?? undefined })
}

/** Closes a conversation. Refuses in words for the operator. */
export function close({ db }: Desk, { id, version }: TalkMark): Promise<Result<null, string>> {
  return change(db, 'desk_close', { p_id: id, p_version: version })
}

/** Returns a link to a message's file that expires after a minute; null if it has none. */
export async function signDeskAttachment({ db }: Desk, message: string): Promise<string | null> {
  const path = await read(db, 'desk_attachment', { p_message: message }, z.string().nullable())
  return path === null ? null : linkAttachment(db, path)
}
