import { m } from '~/language/messages'

/** How a product runs, as reviewers say. */
export const FITS = {
  small: m.reviews_runs_small,
  true: m.reviews_runs_true,
  large: m.reviews_runs_large,
} as const
export type Fit = keyof typeof FITS
export const FIT_NAMES = Object.keys(FITS) as [Fit, ...Fit[]]

/** Sums up what reviewers say: 'Runs true to size: 8 of 10 reviewers'. Null if none says anything. With as many for two, the middle counts. */
export function fitInWords(counts: Record<Fit, number>): string | null {
  const total = FIT_NAMES.reduce((sum, fit) => sum + counts[fit], 0)
  if (total === 0) return null
  const most = Math.max(...Object.values(counts))
  const fit = counts.true === most || counts.small === counts.large ? 'true' : counts.small === most ? 'small' : 'large'
  return m.reviews_fit_sum({ fit: FITS[fit](), count: counts[fit], total })
}
