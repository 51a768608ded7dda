import { formatAgo } from '~/chat/words/ago'
import { perLanguage } from '~/language/formats'
import { TIME_ZONE } from '~/platform/time'

// Dates at the desk, in Asia/Karachi. As digits they would be read the other way round beside the browser's own fields.

const day = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, day: 'numeric', month: 'short', year: 'numeric' }),
)
const clock = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
)

/** Formats a date as '1 Nov 2026'. */
export const dateWords = (moment: string | Date) => day().format(new Date(moment))

/** Formats a moment as '1 Nov 2026, 14:05'. */
export const momentWords = (moment: string | Date) => `${dateWords(moment)}, ${clock().format(new Date(moment))}`

/** Formats how long ago a moment was, as '5 min ago', or after a week its date. `now` is in ms since 1970. */
export const agoWords = (moment: string | number, now: number) => formatAgo(new Date(moment).getTime(), now, dateWords)
