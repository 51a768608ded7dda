import type { SubmissionResult } from '@conform-to/react'
import { FieldError } from '~/ui/field'
import { Picture } from '~/ui/picture'
import type { ShopForm } from '~/ui/shop-form.server'
import type { BannerPage } from './home-rows'
import type { bannerFormSchema } from './home.schema'

interface BannerPicturesProps {
  banner: BannerPage
  form: ShopForm<keyof typeof bannerFormSchema.shape>
  reply: SubmissionResult | undefined
}

/** Chooses a picture that the shop has, or uploads one. */
export function BannerPictures({ banner: { picture, pictures }, form, reply }: BannerPicturesProps) {
  const chosen = reply ? reply.initialValue?.picture : picture
  const file = form.field('file')
  return (
    <>
      <fieldset>
        <legend>Picture</legend>
        <div className="desk-buttons">
          {pictures.map((one, index) => (
            <label key={one} className="desk-choice">
              <Picture source={one} alt={`Picture ${index + 1}`} widths={[160, 320]} sizes="120px" shape={[7, 6]} />
              <input type="radio" name="picture" value={one} defaultChecked={one === chosen} />
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor={file.id}>Or a new one: JPEG, PNG or WebP, about as wide as high</label>
        <input
          id={file.id}
          name={file.name}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-invalid={file.error ? true : undefined}
          aria-describedby={file.error ? file.errorId : undefined}
        />
        <FieldError field={file} />
      </div>
    </>
  )
}
