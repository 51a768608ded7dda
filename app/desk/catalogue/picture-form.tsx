import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field, FieldError } from '~/ui/field'
import { Picture } from '~/ui/picture'
import { useShopForm } from '~/ui/shop-form.server'
import { CROPS, MAX_ALT, MAX_FILES, pictureField, type Crop } from './picture-fields'
import { picturesSchema } from './picture.schema'
import type { Choice, DeskPicture, DeskProduct } from './product-rows'

interface PictureFormProps {
  product: DeskProduct
  reply: SubmissionResult | undefined
}

/** The pictures of a product: their order, descriptions and colours, and new ones to upload. */
export function PictureForm({ product: { version, pictures, colors }, reply }: PictureFormProps) {
  const form = useShopForm('pictures', picturesSchema, reply)
  const typed = reply?.initialValue ?? null
  return (
    <form className="panel stack" {...form.props} encType="multipart/form-data" aria-labelledby="pictures-title">
      <h2 id="pictures-title">Pictures</h2>
      <ErrorSummary form={form} />
      <input type="hidden" name="version" value={version} />
      {pictures.length === 0 ? <p className="muted">None yet.</p> : null}
      <ol className="desk-pictures">
        {pictures.map((picture, index) => (
          <KnownPicture key={picture.id} picture={picture} place={index + 1} colors={colors} typed={typed} />
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

/** The values of a refused form; null if the form is new. */
type Typed = Record<string, unknown> | null

interface KnownPictureProps {
  picture: DeskPicture
  /** In the order of the page, from 1. */
  place: number
  colors: readonly Choice[]
  typed: Typed
}

function KnownPicture({
  picture: { id, url, alt, color_id: color, is_banner: isBanner },
  place,
  colors,
  typed,
}: KnownPictureProps) {
  const value = (name: Parameters<typeof pictureField>[0], now: string) => {
    const own = typed?.[pictureField(name, id)]
    return typed === null ? now : typeof own === 'string' ? own : ''
  }
  const name = `picture ${place}`
  return (
    <li className="desk-picture">
      <Picture source={url} alt={alt ?? `Picture ${place}`} widths={[160, 320]} sizes="120px" />
      <div className="stack">
        <div className="desk-filters">
          <label className="field">
            Place of {name}
            <input
              name={pictureField('place', id)}
              defaultValue={value('place', String(place))}
              inputMode="numeric"
              dir="ltr"
              maxLength={3}
              autoComplete="off"
            />
          </label>
          <label className="field">
            Description of {name}
            <input
              name={pictureField('alt', id)}
              defaultValue={value('alt', alt ?? '')}
              dir="auto"
              maxLength={MAX_ALT}
              autoComplete="off"
            />
          </label>
          <label className="field">
            Colour of {name}
            <ColorSelect name={pictureField('color', id)} value={value('color', color ?? '')} colors={colors} />
          </label>
        </div>
        <div className="desk-buttons">
          <Tick name={pictureField('banner', id)} isTicked={value('banner', isBanner ? 'on' : '') === 'on'}>
            For the banner of the home page
          </Tick>
          <Tick name={pictureField('remove', id)} isTicked={value('remove', '') === 'on'}>
            Remove {name}
          </Tick>
        </div>
      </div>
    </li>
  )
}

function Tick({ name, isTicked, children }: { name: string; isTicked: boolean; children: React.ReactNode }) {
  return (
    <label className="check">
      <input type="checkbox" name={name} defaultChecked={isTicked} /> <span>{children}</span>
    </label>
  )
}

function ColorSelect({
  id,
  name,
  value,
  colors,
}: {
  id?: string
  name: string
  value: string
  colors: readonly Choice[]
}) {
  return (
    <select id={id} name={name} defaultValue={value}>
      <option value="">All colours</option>
      {colors.map((color) => (
        <option key={color.id} value={color.id}>
          {color.name}
        </option>
      ))}
    </select>
  )
}

const CROP_NAMES: Record<Crop, string> = {
  attention: 'To 4:5, around what stands out',
  centre: 'To 4:5, the middle',
  top: 'To 4:5, the top',
  bottom: 'To 4:5, the bottom',
  none: 'Not at all',
}

function NewPictures({
  form,
  colors,
}: {
  form: ReturnType<typeof useShopForm<typeof picturesSchema>>
  colors: readonly Choice[]
}) {
  const [files, color, crop] = [form.field('files'), form.field('new_color'), form.field('crop')]
  return (
    <fieldset className="stack">
      <legend>New pictures</legend>
      <div className="field">
        <label htmlFor={files.id}>JPEG, PNG or WebP, up to {MAX_FILES} with 16 MB together</label>
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
