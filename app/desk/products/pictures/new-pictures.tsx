import type { z } from 'zod'
import { Field } from '~/ui/field'
import type { ShopForm } from '~/ui/shop-form.server'
import { ChoiceField, optionsOf } from '../../form/choice-field'
import { FileField } from '../../form/file-field'
import type { Choice } from '../product-rows'
import { CROPS, MAX_FILES, type Crop } from './picture-fields'
import type { picturesSchema } from './picture.schema'

const CROP_NAMES: Record<Crop, string> = {
  attention: 'To 4:5, around what stands out',
  centre: 'To 4:5, the middle',
  top: 'To 4:5, the top',
  bottom: 'To 4:5, the bottom',
  none: 'Not at all',
}
const CROP_OPTIONS = CROPS.map((crop) => [crop, CROP_NAMES[crop]] as const)

interface NewPicturesProps {
  form: ShopForm<keyof z.input<typeof picturesSchema>>
  colors: readonly Choice[]
}

/** Uploads pictures, which show the same. */
export function NewPictures({ form, colors }: NewPicturesProps) {
  return (
    <fieldset className="stack">
      <legend>New pictures</legend>
      <FileField
        field={form.field('files')}
        label={`JPEG, PNG or WebP, up to ${MAX_FILES}, of 10 MB each and 16 MB together`}
        multiple
      />
      <div className="desk-filters">
        <Field field={form.field('new_alt')} label="What they show" autoComplete="off" />
        <ChoiceField
          field={form.field('new_color')}
          label="Their colour"
          none="All colours"
          options={optionsOf(colors)}
        />
        <ChoiceField field={form.field('crop')} label="Crop" options={CROP_OPTIONS} defaultValue={CROPS[0]} />
      </div>
    </fieldset>
  )
}
