import { FieldError } from './field'
import { PhotoInput } from './photo-input.area'
import type { ShopField } from './shop-form.server'

interface PhotosFieldProps {
  field: ShopField
  legend: string
  hint: string
  /** The number of photos at most. */
  max: number
  labelOf: (photo: { number: number }) => string
  className: string
}

/** File fields for several photos with one hint and one error. */
export function PhotosField({ field, legend, hint, max, labelOf, className }: PhotosFieldProps) {
  const { id, name, hintId, error, errorId, takesFocus } = field
  return (
    <fieldset id={id} aria-describedby={hintId}>
      <legend>{legend}</legend>
      <p className="hint" id={hintId}>
        {hint}
      </p>
      <div className={className}>
        {Array.from({ length: max }, (_, index) => (
          <PhotoInput
            key={index}
            id={`photo-${index + 1}`}
            label={labelOf({ number: index + 1 })}
            name={name}
            errorId={error ? errorId : undefined}
            takesFocus={(takesFocus && index === 0) || undefined}
          />
        ))}
      </div>
      <FieldError field={field} />
    </fieldset>
  )
}
