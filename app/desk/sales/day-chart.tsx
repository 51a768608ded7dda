import { formatMoney } from '~/platform/money'
import { formatDate } from '~/platform/time'

const HEIGHT = 120
const STEP = 10
const GAP = 2

/** Bars of what was sold by day, the earliest first. The table below has the same as text. */
export function DayChart({ days }: { days: readonly { day: string; amount: number }[] }) {
  const most = Math.max(...days.map(({ amount }) => amount), 1)
  const inOrder = days.toReversed()
  return (
    <svg
      className="desk-chart"
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Sales by day; the most on one day is ${formatMoney(most)}.`}
    >
      {inOrder.map(({ day, amount }, place) => {
        const height = Math.round((amount / most) * HEIGHT)
        return (
          <rect key={day} x={place * STEP} y={HEIGHT - height} width={STEP - GAP} height={height}>
            <title>{`${formatDate(day)}: ${formatMoney(amount)}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}

/** A bar beside a sum, in proportion to the largest. */
export function Bar({ amount, most }: { amount: number; most: number }) {
  return (
    <svg className="desk-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width={most > 0 ? Math.round((amount / most) * 100) : 0} height={6} />
    </svg>
  )
}
