/** Whether a text is a day that exists, as a `date` field sends it: yyyy-mm-dd. */
export function isDay(text: string | null): text is string {
  if (text === null || !/^20\d\d-\d\d-\d\d$/.test(text)) return false
  const parsed = new Date(text)
  // Some engines take the 31st of February for the 3rd of March, and the database refuses it.
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text)
}
