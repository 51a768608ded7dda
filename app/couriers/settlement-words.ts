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
  tracking: { label: 'Tracking number', pattern: /track|consignment|\bcn\b|awb|airway/i },
  order: { label: 'Order number', pattern: /order|ref/i },
  collected: { label: 'Collected from the shopper, before charges', pattern: /cod|collect|invoice|amount/i },
  charges: { label: 'Charges', pattern: /charge|fee|tax/i },
  state: { label: 'State, to find parcels that came back', pattern: /status|state/i },
} as const
export type SettlementColumn = keyof typeof COLUMNS
export type SettlementColumns = Partial<Record<SettlementColumn, string>>

/** Returns the headings that look like columns, each heading once. */
export function guessColumns<Column extends SettlementColumn = SettlementColumn>(
  headings: readonly string[],
  wanted: readonly Column[] = Object.keys(COLUMNS) as Column[],
): Partial<Record<Column, string>> {
  const left = new Set(headings)
  const guesses: Partial<Record<Column, string>> = {}
  for (const column of wanted) {
    const heading = [...left].find((one) => COLUMNS[column].pattern.test(one))
    if (heading === undefined) continue
    left.delete(heading)
    guesses[column] = heading
  }
  return guesses
}
