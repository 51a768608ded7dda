import { z } from 'zod'

const seenSchema = z.array(
  z.object({
    key: z.string(),
    source: z.string(),
    id: z.string(),
    name: z.string(),
    label: z.string(),
    seen: z.string(),
  }),
)

export const urduSchema = z.looseObject({
  seen: z.string().transform((text, context) => {
    try {
      return seenSchema.parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', message: 'Nothing was saved.' })
      return z.NEVER
    }
  }),
})

export const fileSchema = z.object({
  file: z.instanceof(File, { error: 'Please choose a file.' }).refine(({ size }) => size > 0, 'The file is empty.'),
})
