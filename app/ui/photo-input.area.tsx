import { useEffect, useRef, useState } from 'react'
import { area } from '~/platform/hydration/area'

/** Larger photos are resized before the upload, to save data. */
const LARGE_BYTES = 700 * 1024
const MAX_SIDE = 1600

/** A file field for a photo. After hydration it shows a preview and resizes a large photo. */
export const PhotoInput = area('ui/photo-input', Photo, 'touch')

interface PhotoProps {
  id: string
  label: string
  name: string
  /** The ID of the photo's error message. */
  errorId?: string
  takesFocus?: boolean
}

function Photo({ id, label, name, errorId, takesFocus }: PhotoProps) {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview])

  const input = useRef<HTMLInputElement>(null)
  // A file may have been chosen before hydration.
  useEffect(() => {
    if (input.current?.files?.length) void show(input.current)
  }, [])

  async function show(input: HTMLInputElement) {
    const file = input.files?.[0]
    setPreview(file?.type.startsWith('image/') ? URL.createObjectURL(file) : null)
    if (!file || file.size < LARGE_BYTES) return
    const smaller = await shrink(file).catch(() => null)
    if (!smaller || smaller.size >= file.size || input.files?.[0] !== file) return
    const files = new DataTransfer()
    files.items.add(smaller)
    input.files = files.files
  }

  return (
    <div className="photo-input">
      <label htmlFor={id}>{label}</label>
      {preview ? <img src={preview} alt="" width="72" height="72" /> : null}
      <input
        id={id}
        type="file"
        name={name}
        accept="image/*"
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first invalid field takes the focus of a refused form
        autoFocus={takesFocus}
        ref={input}
        onChange={({ currentTarget }) => show(currentTarget)}
      />
    </div>
  )
}

async function shrink(file: File): Promise<File | null> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  return blob && new File([blob], file.name, { type: blob.type })
}
