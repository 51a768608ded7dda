import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm, type ShopForm } from '~/ui/shop-form.server'
import { localTime } from '../catalogue/local-time'
import { isOutdated, SideBySide, typedText, type ComparedField } from '../side-by-side'
import { BannerPictures } from './banner-pictures'
import type { BannerPage } from './home-rows'
import { bannerFormSchema } from './home.schema'

interface BannerFormProps {
  banner: BannerPage
  reply: SubmissionResult | undefined
}

/** The editor of a banner. The line above the header has no picture and no button. */
export function BannerForm({ banner, reply }: BannerFormProps) {
  const form = useShopForm('banner', bannerFormSchema, reply)
  const isShown = reply ? reply.initialValue?.is_active === 'on' : banner.is_active
  return (
    <form className="panel stack" {...form.props} encType="multipart/form-data" aria-label="Banner">
      <ErrorSummary form={form} />
      {isOutdated(reply, banner.version) ? <SideBySide fields={comparedBanner(banner, reply)} /> : null}
      <input type="hidden" name="version" value={banner.version} />
      <Texts banner={banner} form={form} />
      {banner.kind === 'announcement' ? null : <BannerPictures banner={banner} form={form} reply={reply} />}
      <Times banner={banner} form={form} />
      <label className="check">
        <input type="checkbox" name="is_active" defaultChecked={isShown} /> On
      </label>
      <p>
        <button className="button" name="intent" value="save">
          Save
        </button>
      </p>
    </form>
  )
}

interface PartProps {
  banner: BannerPage
  form: ShopForm<keyof typeof bannerFormSchema.shape>
}

function Texts({ banner: { kind, title, description, link, button }, form }: PartProps) {
  const isLine = kind === 'announcement'
  return (
    <>
      <Field
        field={form.field('title')}
        label={isLine ? 'Text' : 'Heading'}
        hint={isLine ? 'The shop fills in {delivery_price} and {delivery_days}.' : undefined}
        defaultValue={title}
        autoComplete="off"
      />
      {isLine ? null : (
        <Field field={form.field('description')} label="Text" defaultValue={description} autoComplete="off" />
      )}
      <div className="desk-filters">
        <Field
          field={form.field('link')}
          label="Leads to"
          hint="An address within the shop, such as /on-sale; empty for none."
          defaultValue={link ?? ''}
          dir="ltr"
          autoComplete="off"
        />
        {isLine ? null : (
          <Field
            field={form.field('button')}
            label="Words of the button"
            defaultValue={button ?? ''}
            autoComplete="off"
          />
        )}
      </div>
    </>
  )
}

function Times({ banner: { begins, ends, display_order: place }, form }: PartProps) {
  return (
    <div className="desk-filters">
      <Field
        field={form.field('begins')}
        label="Begins"
        hint="Pakistan’s time; empty for now."
        type="datetime-local"
        defaultValue={begins ? localTime(begins) : ''}
      />
      <Field
        field={form.field('ends')}
        label="Ends"
        hint="Empty for never."
        type="datetime-local"
        defaultValue={ends ? localTime(ends) : ''}
      />
      <Field
        field={form.field('display_order')}
        label="Place"
        hint="Lower numbers come first."
        defaultValue={place}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
      />
    </div>
  )
}

function comparedBanner(banner: BannerPage, reply: SubmissionResult | undefined): ComparedField[] {
  const time = (moment: string | null) => (moment ? localTime(moment) : '')
  const field = (label: string, name: string, now: string): ComparedField => ({
    label,
    typed: typedText(reply, name),
    now,
  })
  return [
    field('Heading', 'title', banner.title),
    field('Text', 'description', banner.description),
    field('Leads to', 'link', banner.link ?? ''),
    field('Words of the button', 'button', banner.button ?? ''),
    {
      label: 'Picture',
      typed: pictureName(banner, typedText(reply, 'picture')),
      now: pictureName(banner, banner.picture),
    },
    field('Begins', 'begins', time(banner.begins)),
    field('Ends', 'ends', time(banner.ends)),
    field('Place', 'display_order', String(banner.display_order)),
    field('On', 'is_active', banner.is_active ? 'on' : ''),
  ]
}

/** Returns 'Picture 2' for the second picture to choose from. */
function pictureName({ pictures }: BannerPage, picture: string | null): string {
  return picture && pictures.includes(picture) ? `Picture ${pictures.indexOf(picture) + 1}` : ''
}
