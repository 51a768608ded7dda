import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { isOutdated, SideBySide, typedText, type ComparedField } from '../side-by-side'
import { COUNTED } from './banner-kinds'
import type { DeskStatistic } from './home-rows'
import { statisticSchema } from './home.schema'

interface StatisticFormProps {
  statistic: DeskStatistic
  reply: SubmissionResult | undefined
}

/** A figure of the hero: a number that is typed, or one that the shop counts. */
export function StatisticForm({ statistic, reply }: StatisticFormProps) {
  const { stat_key: key, version, stat_value: value, stat_label: label, counts } = statistic
  const form = useShopForm(`statistic-${key}`, statisticSchema, reply)
  const chosen = form.field('counts')
  return (
    <form className="stack" {...form.props} aria-label={label}>
      <ErrorSummary form={form} />
      {isOutdated(reply, version) ? <SideBySide fields={comparedStatistic(statistic, reply)} /> : null}
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="version" value={version} />
      <div className="desk-filters">
        <Field field={form.field('label')} label="Words" defaultValue={label} autoComplete="off" />
        <div className="field">
          <label htmlFor={chosen.id}>Its number</label>
          <select id={chosen.id} name={chosen.name} defaultValue={reply ? (chosen.typed ?? '') : (counts ?? '')}>
            <option value="">As typed here</option>
            {Object.entries(COUNTED).map(([one, name]) => (
              <option key={one} value={one}>
                Counted: {name}
              </option>
            ))}
          </select>
        </div>
        <Field
          field={form.field('value')}
          label="Number, if it isn’t counted"
          defaultValue={value}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
        />
        <button className="button button-outline" name="intent" value="statistic">
          Save the figure
        </button>
      </div>
    </form>
  )
}

function comparedStatistic(
  { stat_value: value, stat_label: label, counts }: DeskStatistic,
  reply: SubmissionResult | undefined,
): ComparedField[] {
  const typed = typedText(reply, 'counts')
  return [
    { label: 'Words', typed: typedText(reply, 'label'), now: label },
    {
      label: 'Its number',
      typed: typed === 'products' || typed === 'colors' ? COUNTED[typed] : typedText(reply, 'value'),
      now: counts ? COUNTED[counts] : String(value),
    },
  ]
}
