/** Parses a Realtime filter such as `conversation_id=eq.42` into a predicate for rows. Throws if it is malformed. */
export function rowFilter(filter: string | undefined): (row: Record<string, unknown>) => boolean {
  if (!filter) return () => true
  const [, column = '', operator = '', value = ''] = /^(\w+)=(eq|neq|in|gt|gte|lt|lte)\.(.*)$/s.exec(filter) ?? []
  if (!column) throw new Error('unreadable filter')
  const values = operator === 'in' ? value.replace(/^\(|\)$/g, '').split(',') : []
  return (row) => {
    const actual = String(row[column])
    switch (operator) {
      case 'eq':
        return actual === value
      case 'neq':
        return actual !== value
      case 'in':
        return values.includes(actual)
      case 'gt':
        return Number(actual) > Number(value)
      case 'gte':
        return Number(actual) >= Number(value)
      case 'lt':
        return Number(actual) < Number(value)
      default:
        return Number(actual) <= Number(value)
    }
  }
}
