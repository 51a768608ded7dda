import type { Needs } from '~/platform/context.server'
import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import type { Shopper } from '~/platform/supabase/session.server'

/** Why a review can't be marked as helpful. */
export type VoteRefusal = 'own_review' | 'no_such_review'

/** Marks a review as helpful, once per shopper. Returns whether the mark is new. */
export async function markHelpful(
  { catalogue }: Needs<'catalogue'>,
  { db }: Shopper,
  product: { id: string; slug: string },
  review: string,
): Promise<Result<boolean, VoteRefusal>> {
  const { data, error } = await db.rpc('mark_review_helpful', { p_review_id: review })
  const refusal = error && databaseRefusal(error)
  if (refusal === 'own_review' || refusal === 'no_such_review') return refuse(refusal)
  if (error) throw new Error(`Vote not counted: ${error.message}`, { cause: error })
  catalogue.forget(`reviews:${product.id}:`)
  return succeed(data)
}
