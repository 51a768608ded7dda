import { Picture } from '~/ui/picture'
import { line, tick, time, WHOLE, type EditField } from '../form/edit-fields'
import { FileField, uncompared } from '../form/file-field'
import { EditForm } from '../form/edit-form'
import { typedText } from '../form/side-by-side'
import type { BannerPage } from './home.server'
import { bannerFormSchema } from './home.schema'

/** The editor of a banner. The line above the header has no picture and no button. */
export function BannerForm({ banner }: { banner: BannerPage }) {
  const { kind, version, title, description, link, button, begins, ends, display_order: place } = banner
  const isLine = kind === 'announcement'
  const leads = line('link', 'Leads to', link, {
    dir: 'ltr',
    hint: 'An address within the shop, such as /on-sale; empty for none.',
  })
  return (
    <EditForm
      id="banner"
      name="Banner"
      schema={bannerFormSchema}
      version={version}
      intent="save"
      isLarge
      fields={[
        isLine
          ? line('title', 'Text', title, { hint: 'The shop fills in {delivery_price} and {delivery_days}.' })
          : line('title', 'Heading', title),
        isLine ? null : line('description', 'Text', description),
        isLine ? [leads] : [leads, line('button', 'Words of the button', button)],
        isLine ? null : pictureField(banner),
        isLine
          ? null
          : uncompared('file', (field) => (
              <FileField field={field} label="Or a new one: JPEG, PNG or WebP, about as wide as high" />
            )),
        [
          time('begins', 'Begins', begins, 'Pakistan’s time; empty for now.'),
          time('ends', 'Ends', ends, 'Empty for never.'),
          line('display_order', 'Place', place, { ...WHOLE, hint: 'Lower numbers come first.' }),
        ],
        tick('is_active', 'On', banner.is_active),
      ]}
      button="Save"
    />
  )
}

/** Chooses a picture that the shop has. */
function pictureField({ picture, pictures }: BannerPage): EditField<'picture'> {
  const nameOf = (url: string | null) => (url && pictures.includes(url) ? `Picture ${pictures.indexOf(url) + 1}` : '')
  return {
    name: 'picture',
    label: 'Picture',
    now: nameOf(picture),
    typed: (reply) => nameOf(typedText(reply, 'picture')),
    input: (field, reply) => (
      <fieldset>
        <legend>Picture</legend>
        <div className="desk-buttons">
          {pictures.map((one) => (
            <label key={one} className="desk-choice">
              <Picture source={one} alt={nameOf(one)} widths={[160, 320]} sizes="120px" shape={[7, 6]} />
              <input
                type="radio"
                name={field.name}
                value={one}
                defaultChecked={one === (reply ? typedText(reply, 'picture') : picture)}
              />
            </label>
          ))}
        </div>
      </fieldset>
    ),
  }
}
