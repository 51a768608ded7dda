import type { RequestContext } from '~/platform/context.server'
import { change, make, submit, type Desk } from '../desk.server'
import { WITH } from './parts'
import { blockFormSchema, partSchema, tagSchema } from './people.schema'

/** The page of a person that lists others to join, by what they are found by. */
const joinUrl = (page: string, search: string) => `${page}?${new URLSearchParams({ [WITH]: search })}`

/** Returns the actions of a person's page by the forms' intents, beside those of notes. */
export function personActions(context: RequestContext, { db }: Desk, page: string, id: string) {
  const tag = (isTagged: boolean, message: string) => () =>
    submit(
      context,
      tagSchema,
      (given) => change(db, 'desk_tag_person', { id, tag: given.tag, is_tagged: isTagged }),
      () => [page, message],
    )
  return {
    tag: tag(true, 'The tag is added.'),
    remove_tag: tag(false, 'The tag is removed.'),
    join: () =>
      submit(
        context,
        partSchema,
        ({ id: other }) => change(db, 'desk_join_people', { id, other }),
        () => [page, 'They are one person now. If that was wrong, part them below.'],
      ),
    part: () =>
      submit(
        context,
        partSchema,
        ({ id: part }) => change(db, 'desk_part_person', { id: part }),
        ({ known = '' }) => [joinUrl(page, known), 'Parted. If that was wrong, join them again below.'],
      ),
    block: () =>
      submit(
        context,
        blockFormSchema,
        (values) => make(db, 'desk_save_row', { list: 'block', values }),
        () => [page, 'Cash orders are refused from now on.'],
      ),
  }
}
