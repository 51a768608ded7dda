import { type Desk, read } from '../desk.server'
import { z } from 'zod'

/** Whom or what notes are on: the number of an order, or the ID of a person. */
export type Subject = { order: string } | { person: string }

const notesSchema = z.array(
  z.object({
    id: z.guid(),
    text: z.string(),
    author: z.string(),
    is_own: z.boolean(),
    is_on_person: z.boolean(),
    made_at: z.string(),
  }),
)
export type Note = z.infer<typeof notesSchema>[number]

/** Returns the private notes on an order and its shopper, or on a person, the latest first. */
export const listNotes = ({ db }: Desk, subject: Subject): Promise<Note[]> =>
  read(db, 'desk_notes', subject, notesSchema)
