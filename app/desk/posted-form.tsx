import type { SubmissionResult } from '@conform-to/react'
import { useRouteLoaderData } from '@remix-run/react'
import type { KeptForm } from './access/kept-form.server'

/** The loader of the desk's layout. */
type Loader = () => Promise<{ kept: KeptForm | null }>

const useKept = () => useRouteLoaderData<Loader>('desk/layout.route')?.kept ?? null

/** Returns a page's refused form, or else the one that was kept while its author signed in again. */
export function usePostedForm(refused: SubmissionResult | undefined): SubmissionResult | undefined {
  const kept = useKept()
  return refused ?? kept?.form
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
