import { z } from 'zod'
import { tooLong } from '~/platform/text'
import { version } from '../form-fields'
import { SECTIONS } from './text-kinds'

const title = (max: number) =>
  z.string({ error: 'Please enter a title.' }).trim().min(1, 'Please enter a title.').max(max, tooLong(max))

/** A new page. Its address is made of the title, and a link of the footer may lead to it. */
export const newPageSchema = z.object({
  // As long as a link of the footer may be.
  title: title(60).regex(
    /^[a-z0-9]+([ &]+[a-z0-9]+)*$/i,
    'Please use Latin letters, digits and spaces: the address is made of them.',
  ),
  section: z.enum(SECTIONS).optional(),
})

/** A new question in a category. */
export const newQuestionSchema = z.object({
  title: title(200),
  category: z.guid({ error: 'Please choose a category.' }),
})

/** The form that removes a text. */
export const removalSchema = z.object({
  /** The version that the form was made from. */
  version,
})
