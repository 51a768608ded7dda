import { z } from 'zod'

export const takeRoleSchema = z.object({ id: z.guid() })
