import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { TextArea } from '~/ui/text-area'
import { isOutdated, SideBySide, storedUnlessRefused, typedText, type ComparedField } from '../side-by-side'
import { MAX_ROWS, ROW_FIELDS, rowField, rowTexts } from './chart-fields'
import { ChartGrid } from './chart-grid'
import { chartSchema } from './chart.schema'
import type { DeskChart } from './charts.server'

interface ChartFormProps {
  chart: DeskChart
  reply: SubmissionResult | undefined
}

/** A table of the size guide: its title, how to choose a row, and its sizes. */
export function ChartForm({ chart, reply }: ChartFormProps) {
  const { name, version, title, advice, rows } = chart
  const form = useShopForm('chart', chartSchema, reply)
  return (
    <form className="panel stack" {...form.props} aria-label="Size table">
      <ErrorSummary form={form} />
      {isOutdated(reply, version) ? <SideBySide fields={compared(chart, reply)} /> : null}
      <input type="hidden" name="version" value={version} />
      <Field
        field={form.field('title')}
        label="Title"
        defaultValue={storedUnlessRefused(reply, title)}
        autoComplete="off"
      />
      <Field
        field={form.field('advice')}
        label="How to choose a row"
        defaultValue={storedUnlessRefused(reply, advice)}
        autoComplete="off"
      />
      {name === 'bra' ? (
        <TextArea
          field={form.field('bra_sizes')}
          label="Sizes that the guide lists, by UK band and cup, with spaces between"
          defaultValue={storedUnlessRefused(reply, braSizes(chart))}
          rows={2}
        />
      ) : (
        <ChartGrid rows={rows} typed={reply?.initialValue ?? null} />
      )}
      <p className="muted small">
        {name === 'bra'
          ? 'The measures and the names elsewhere of bra sizes follow from the size (EN 13402-3).'
          : 'Measures are in whole centimetres, such as 73–77; the shop adds inches. An empty size is removed, and the shop lists sizes by their measures.'}
      </p>
      <p>
        <button className="button">Save the size table</button>
      </p>
    </form>
  )
}

function braSizes({ rows }: DeskChart): string {
  return rows.map(({ size }) => size).join(' ')
}

function compared(chart: DeskChart, reply: SubmissionResult | undefined): ComparedField[] {
  const typedRows = Array.from({ length: MAX_ROWS }, (_, row) =>
    ROW_FIELDS.map((field) => typedText(reply, rowField(field, row))),
  ).filter(([size]) => size)
  const rows = chart.rows.map((row) => ROW_FIELDS.map((field) => rowTexts(row)[field]))
  const lines = (list: string[][]) => list.map((texts) => texts.filter((text) => text !== '').join(', ')).join('\n')
  return [
    { label: 'Title', typed: typedText(reply, 'title'), now: chart.title },
    { label: 'How to choose a row', typed: typedText(reply, 'advice'), now: chart.advice },
    chart.name === 'bra'
      ? { label: 'Sizes', typed: typedText(reply, 'bra_sizes'), now: braSizes(chart) }
      : { label: 'Sizes', typed: lines(typedRows), now: lines(rows) },
  ]
}
