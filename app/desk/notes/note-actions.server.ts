import type { RequestContext } from '~/platform/context.server'
import { type Desk, change, make, submit } from '../desk.server'
import { noteSchema, removalSchema } from './note.schema'
import type { Subject } from './notes.server'

/** The actions of the notes on a page, by the form's `intent`. */
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
