import { z } from 'zod'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { useReply } from './posted-form'

const NO_FIELDS = z.object({})

/** The refusal of a form whose row has left the list meanwhile. */
export function LostRefusal({ rows }: { rows: readonly { id: string }[] }) {
  const reply = useReply()
  const isListed = rows.some(({ id }) => id === reply?.initialValue?.id)
  return <ErrorSummary form={useShopForm('refused', NO_FIELDS, isListed ? undefined : reply)} />
}
