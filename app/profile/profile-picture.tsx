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
          alt="Your profile picture"
          widths={[160, 320]}
          sizes="96px"
          shape={[1, 1]}
          className=""
        />
      ) : null}
      <PhotoInput
        id={field.id}
        label={picture ? 'Replace Profile Picture' : 'Add Profile Picture'}
        name={field.name}
        errorId={field.error ? field.errorId : undefined}
      />
      <FieldError field={field} />
    </div>
  )
}
