/** What the rows of a settlement come to (database function `settlement_lines`), and the parcels that it lacks. */
export const OUTCOMES = {
  paid: 'Paid in full',
  short: 'Too little',
  over: 'Too much',
  returned: 'Came back',
  missing: 'Not in the file',
  unknown: 'No such order',
  repeated: 'Paid before',
  unreadable: 'No amount',
  owed: 'Owed',
} as const
export type SettlementOutcome = keyof typeof OUTCOMES

/** What columns of a settlement hold, each with its label and how couriers call it. */
export const COLUMNS = {
  tracking: { label: 'Tracking number', pattern: /track|consign|\bcn\b|awb|airway/i },
  order: { label: 'Order number', pattern: /order|ref/i },
  collected: { label: 'Collected from the shopper, before charges', pattern: /cod|collect|invoice|amount/i },
  charges: { label: 'Charges', pattern: /charge|fee|tax/i },
  state: { label: 'State, to find parcels that came back', pattern: /status|state/i },
} as const
export type SettlementColumn = keyof typeof COLUMNS
export type SettlementColumns = Partial<Record<SettlementColumn, string>>

/** Returns the columns that headings look like, each heading once. */
export function guessColumns(headings: readonly string[]): SettlementColumns {
  const left = new Set(headings)
  const guesses = Object.entries(COLUMNS).flatMap(([column, { pattern }]) => {
    const heading = [...left].find((one) => pattern.test(one))
    if (heading === undefined) return []
    left.delete(heading)
    return [[column, heading] as const]
  })
  return Object.fromEntries(guesses)
}
