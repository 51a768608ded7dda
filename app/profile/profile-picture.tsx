import { m } from '~/language/messages'
import { FieldError } from '~/ui/field'
import type { ShopField } from '~/ui/shop-form.server'
import { PhotoInput } from '~/ui/photo-input.area'
import { Picture } from '~/ui/picture'

/** The profile picture with the field to add or replace it (PS-01, PR-19). */
export function ProfilePicture({ picture, field }: { picture: string | null; field: ShopField }) {
  return (
    <div className="profile-picture">
      {picture ? (
        <Picture
          source={picture}
          alt={m.profile_your_picture()}
          widths={[160, 320]}
          sizes="96px"
          ratio="1/1"
          className=""
        />
      ) : null}
      <PhotoInput
        id={field.id}
        label={picture ? m.profile_replace_picture() : m.profile_add_picture()}
        name={field.name}
        errorId={field.error ? field.errorId : undefined}
      />
      <FieldError field={field} />
    </div>
  )
}
