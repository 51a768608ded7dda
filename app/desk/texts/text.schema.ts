import { z } from 'zod'
import { plainText } from '~/platform/text'
import { required, text, tick, version } from '../form/form-fields'
import { SECTIONS } from './text-kinds'

const title = (max: number) => required('Please enter a title.', max)

export const textSchema = z.object({
  version,
  title: title(200),
  content: text(50_000).default(''),
  description: text(300).optional(),
  is_shown: tick,
})

/** A new page. Its address is made of the title, and a link of the footer may lead to it. */
export const newPageSchema = z.object({
  // As long as a link of the footer may be.
  title: title(60)
    .overwrite(plainText)
    .regex(
      /^[a-z0-9]+([ &]+[a-z0-9]+)*$/i,
      'Please use Latin letters, digits and spaces: the address is made of them.',
    ),
  section: z.enum(SECTIONS).optional(),
})

export const newQuestionSchema = z.object({
  title: title(200),
  category: z.guid({ error: 'Please choose a category.' }),
})
