import type { SubmissionResult } from '@conform-to/react'
import { useActionData, useRouteLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import type { KeptForm } from '../access/kept-form.server'

type Loader = () => Promise<{ kept: KeptForm | null }>

const useKept = () => useRouteLoaderData<Loader>('desk/layout.route')?.kept ?? null

/**
 * Returns the page's refused form, or else the one that was kept while its author signed in again. A page with several forms tells them apart
 * by the values of `own`, and by their buttons.
 */
export function useReply(own: Record<string, string> = {}, intents?: readonly string[]): SubmissionResult | undefined {
  const refused = useActionData<{ form?: SubmissionResult }>()?.form
  const kept = useKept()
  const reply = refused ?? kept?.form
  const isOwn = Object.entries(own).every(([name, value]) => reply?.initialValue?.[name] === value)
  const isPressed = intents === undefined || intents.some((intent) => reply?.initialValue?.intent === intent)
  return isOwn && isPressed ? reply : undefined
}

/** Says that a page shows a form that was kept while its author signed in again. */
export function KeptNotice() {
  const kept = useKept()
  if (!kept) return null
  return (
    <p className="notice notice-info" role="status">
      Your session had ended, so this wasn’t done. What you typed is in the form again; please look, and send it.
      {kept.isWhole ? '' : ' Long texts and files could not be kept.'}
    </p>
  )
}

const NO_FIELDS = z.object({})

interface LostRefusalProps {
  rows?: readonly { id: string }[]
  /** The buttons of forms that the page doesn't have; left out, it has none. */
  intents?: readonly string[]
}

/** The refusal of a form whose row has left the list meanwhile, or that the page has no more. */
export function LostRefusal({ rows = [], intents }: LostRefusalProps) {
  const reply = useReply({}, intents)
  const isListed = rows.some(({ id }) => id === reply?.initialValue?.id)
  return <ErrorSummary form={useShopForm('refused', NO_FIELDS, isListed ? undefined : reply)} />
}
