import { m } from '~/language/messages'
import { DAY, formatDate, HOUR, MINUTE } from '~/platform/time'

/** Formats how long ago a moment was: 'just now', '5 min ago' (A24), or a date after a week. Both in ms since 1970. */
export function formatAgo(moment: number, now: number): string {
  const passed = now - moment
  const whole = (length: number) => ({ count: Math.floor(passed / length) })
  if (passed < MINUTE) return m.ago_just_now()
  if (passed < HOUR) return m.ago_minutes_ago(whole(MINUTE))
  if (passed < DAY) return m.ago_hours_ago(whole(HOUR))
  return passed < 7 * DAY ? m.ago_days_ago(whole(DAY)) : formatDate(new Date(moment))
}
