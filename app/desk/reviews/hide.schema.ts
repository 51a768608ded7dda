import { z } from 'zod'
import { required, version } from '../form/form-fields'

export const showSchema = z.object({ id: z.guid(), version })

/** The shopper who wrote the review reads the reason. */
export const hideSchema = showSchema.extend({ reason: required('Please enter the reason.', 300) })
