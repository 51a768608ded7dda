import type { RequestContext } from '~/platform/context.server'
import { type Desk, change, make, submit, read } from '../desk.server'
import { noteSchema, removalSchema } from './note.schema'
import { z } from 'zod'

export function noteActions(context: RequestContext, { db }: Desk, page: string, subject: Subject) {
  return {
    note: () =>
      submit(
        context,
        noteSchema,
        (note) => make(db, 'desk_add_note', { ...note, ...subject }),
        () => [page, 'The note is written.'],
      ),
    remove_note: () =>
      submit(
        context,
        removalSchema,
        ({ note: id }) => change(db, 'desk_remove_note', { id }),
        () => [page, 'The note is removed.'],
      ),
  }
}

/** Whom or what notes are on: the number of an order, or the ID of a person. */
type Subject = { order: string } | { person: string }

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
