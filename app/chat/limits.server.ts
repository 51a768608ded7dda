import { rateLimit } from '~/platform/rate-limits.server'
import { MINUTE } from '~/platform/time'

export const CHAT_MESSAGES = rateLimit('chat messages', 20, MINUTE)
