import type { z } from 'zod'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm, type ShopForm } from '~/ui/shop-form.server'
import { Field } from '~/ui/field'
import { useReply } from '../../form/posted-form'
import { KnownPicture } from './known-picture'
import { picturesSchema } from './picture.schema'
import type { DeskProduct, Choice } from '../products.server'
import { ChoiceField, optionsOf, FileField } from '../../form/choice-field'
import { CROP_OPTIONS, CROPS, MAX_FILES, ROLE_OPTIONS } from './picture-fields'

/** The pictures of a product: their order, descriptions and colours, and new ones to upload. */
export function PictureForm({ product: { id, version, pictures, colors } }: { product: DeskProduct }) {
  const reply = useReply({}, ['pictures'])
  const form = useShopForm('pictures', picturesSchema, reply)
  return (
    <form className="panel stack" {...form.props} encType="multipart/form-data" aria-labelledby="pictures-title">
      <h2 id="pictures-title">Pictures</h2>
      <ErrorSummary form={form} />
      <input type="hidden" name="version" value={version} />
      {pictures.length === 0 ? <p className="muted">None yet.</p> : null}
      <ol className="desk-pictures">
        {pictures.map((picture, index) => (
          <KnownPicture
            key={picture.id}
            picture={picture}
            product={id}
            place={index + 1}
            colors={colors}
            reply={reply}
          />
        ))}
      </ol>
      <NewPictures form={form} colors={colors} />
      <p>
        <button className="button" name="intent" value="pictures">
          Save the pictures
        </button>
      </p>
    </form>
  )
}

interface NewPicturesProps {
  form: ShopForm<keyof z.input<typeof picturesSchema>>
  colors: readonly Choice[]
}

function NewPictures({ form, colors }: NewPicturesProps) {
  return (
    <fieldset className="stack">
      <legend>New pictures</legend>
      <FileField
        field={form.field('files')}
        label={`JPEG, PNG or WebP, up to ${MAX_FILES}, of 15 MB each and 16 MB together`}
        multiple
      />
      <div className="desk-filters">
        <Field field={form.field('new_alt')} label="Their description" autoComplete="off" />
        <ChoiceField
          field={form.field('new_color')}
          label="Their colour"
          none="All colours"
          options={optionsOf(colors)}
        />
        <ChoiceField field={form.field('new_role')} label="They show" none="Not said" options={ROLE_OPTIONS} />
        <ChoiceField
          field={form.field('crop')}
          label="Where too wide or too high"
          options={CROP_OPTIONS}
          defaultValue={CROPS[0]}
        />
      </div>
    </fieldset>
  )
}
