import type { z } from 'zod'
import { Field, FieldError } from '~/ui/field'
import type { ShopForm } from '~/ui/shop-form.server'
import { ColorSelect } from './color-select'
import { CROPS, MAX_FILES, type Crop } from './picture-fields'
import type { picturesSchema } from './picture.schema'
import type { Choice } from '../product-rows'

const CROP_NAMES: Record<Crop, string> = {
  attention: 'To 4:5, around what stands out',
  centre: 'To 4:5, the middle',
  top: 'To 4:5, the top',
  bottom: 'To 4:5, the bottom',
  none: 'Not at all',
}

/** Uploads pictures, which show the same. */
export function NewPictures({
  form,
  colors,
}: {
  form: ShopForm<keyof z.input<typeof picturesSchema>>
  colors: readonly Choice[]
}) {
  const [files, color, crop] = [form.field('files'), form.field('new_color'), form.field('crop')]
  return (
    <fieldset className="stack">
      <legend>New pictures</legend>
      <div className="field">
        <label htmlFor={files.id}>JPEG, PNG or WebP, up to {MAX_FILES}, of 10 MB each and 16 MB together</label>
        <input
          id={files.id}
          name={files.name}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          multiple
          aria-invalid={files.error ? true : undefined}
          aria-describedby={files.error ? files.errorId : undefined}
        />
        <FieldError field={files} />
      </div>
      <div className="desk-filters">
        <Field field={form.field('new_alt')} label="What they show" autoComplete="off" />
        <div className="field">
          <label htmlFor={color.id}>Their colour</label>
          <ColorSelect id={color.id} name={color.name} value={color.typed ?? ''} colors={colors} />
        </div>
        <div className="field">
          <label htmlFor={crop.id}>Crop</label>
          <select id={crop.id} name={crop.name} defaultValue={crop.typed ?? CROPS[0]}>
            {CROPS.map((one) => (
              <option key={one} value={one}>
                {CROP_NAMES[one]}
              </option>
            ))}
          </select>
        </div>
      </div>
    </fieldset>
  )
}
