import type { SubmissionResult } from '@conform-to/react'
import { tick } from '../form/edit-fields'
import { REFUSALS } from '../refusals'

const [, asked = ''] = REFUSALS.large_price_change.split('{which}')

/** A tick for a form whose price the database has asked about; null for any other form. */
export function sureField(reply: SubmissionResult | undefined) {
  return reply?.error?.['']?.some((message) => message.endsWith(asked))
    ? tick('is_sure', 'The price is right', false)
    : null
}
