import { z } from 'zod'

/** The field of a form with the ID of the latest change when its page was made; 0 for none. If the form is refused, later ones are shown. */
export const seenField = z.coerce.number().int().min(0).default(0)
