import { z } from 'zod'
import { type Desk, pageOf, read } from '../database.server'

/** An address of the newsletter: where and when its owner asked for it. */
const consent = z.object({ email: z.string(), source: z.string(), created_at: z.string() })

/** `active` is how many get the newsletter. */
const listSchema = pageOf(consent.extend({ id: z.guid(), is_active: z.boolean() })).extend({ active: z.number() })

/** Returns a page of addresses, latest first; `search` is a part of the address, empty for all. */
export const listSubscribers = ({ db }: Desk, search: string, page: number) =>
  read(db, 'desk_newsletter', { search: search || undefined, page }, listSchema)

/** Returns every address that gets the newsletter, and records that they were taken. Needs a fresh second factor. */
export const exportSubscribers = ({ db }: Desk) => read(db, 'desk_newsletter_export', {}, z.array(consent))
