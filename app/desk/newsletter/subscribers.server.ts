import { z } from 'zod'
import { type Desk, read } from '../desk.server'
import { flags, ids, numbers, pageOf, texts } from '../rows'

/** An address of the newsletter: where and when its owner asked for it. */
const consent = z.object(texts('email', 'source', 'created_at'))

/** `active` is how many get the newsletter. */
const listSchema = pageOf(consent.extend({ ...ids('id'), ...flags('is_active') })).extend(numbers('active'))

/** Returns a page of addresses, latest first; `search` is a part of the address, empty for all. */
export const listSubscribers = ({ db }: Desk, search: string, page: number) =>
  read(db, 'desk_newsletter', { search: search || undefined, page }, listSchema)

/** Returns every address that gets the newsletter, and records that they were taken. Needs a fresh second factor. */
export const exportSubscribers = ({ db }: Desk) =>
  read(db, 'desk_newsletter_export', {}, z.array(consent.extend({ id: z.guid() })))
