import { formatDateTime } from '~/platform/time'

/** Returns a period as 'from … until …', or null if it has neither end. */
export function periodWords(from: string | null, until: string | null): string | null {
  const words = [from ? `from ${formatDateTime(from)}` : '', until ? `until ${formatDateTime(until)}` : '']
  return words.filter(Boolean).join(' ') || null
}
