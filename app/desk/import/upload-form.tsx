import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldError } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { uploadSchema } from './import.schema'

/** Uploads a file of products, which leads to its dry run. */
export function UploadForm({ reply }: { reply: SubmissionResult | undefined }) {
  const form = useShopForm('upload', uploadSchema, reply)
  const [file, newSizes] = [form.field('file'), form.field('new_sizes')]
  return (
    <form className="panel stack" {...form.props} encType="multipart/form-data" aria-labelledby="upload-title">
      <h2 id="upload-title">Import</h2>
      <p>First you see every change and every bad row. Nothing is changed before you say so.</p>
      <ErrorSummary form={form} />
      <div className="field">
        <label htmlFor={file.id}>CSV file, up to 15 MB and 20,000 rows</label>
        <input
          id={file.id}
          name={file.name}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          required
          aria-invalid={file.error ? true : undefined}
          aria-describedby={file.error ? file.errorId : undefined}
        />
        <FieldError field={file} />
      </div>
      <label className="check">
        <input id={newSizes.id} type="checkbox" name={newSizes.name} defaultChecked={newSizes.typed === 'on'} />{' '}
        <span>The file has sizes that no product of the shop has yet</span>
      </label>
      <p>
        <button className="button">Compare with the shop</button>
      </p>
    </form>
  )
}
