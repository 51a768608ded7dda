/** What a room's verb returns: its value, or the reason why it was refused. */
export type Result<Value, Refusal> = { ok: true; value: Value } | { ok: false; refusal: Refusal }

/** A result that holds a value. */
export function succeed<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

/** A result that holds the reason of a refusal. */
export function refuse<Refusal>(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal }
}
