import { useLoaderData } from '@remix-run/react'
import { PicturesBusy } from '~/platform/images.server'
import { freeText } from '~/ui/free-text'
import { atDesk, submit } from '../../desk.server'
import { deskPage, found } from '../../desk-page'
import { makeAllSizes } from './pictures.server'
import { CropForms } from './crop-forms'
import { cropPicture, readCroppedPicture, viewOfOriginal } from './crop.server'
import { partUrl } from '../product-query'
import { chosenPart } from './picture-part'
import { cropSchema } from './picture.schema'
import { TextLink } from '../../list/table'

export const { handle, meta } = deskPage('Crop a picture')

const BUSY = 'Many pictures are arriving just now. Please try again in a minute.'

/** The original is at most so large on the page, in pixels, for phones of 360. A click on it is counted in these pixels. */
const SHOWN = { width: 280, height: 420 }

export const loader = atDesk(async ({ operator, params, request, context }) => {
  const picture = found(await readCroppedPicture(operator, params))
  const view = found(await viewOfOriginal(context, operator, picture))
  const scale = Math.min(SHOWN.width / view.width, SHOWN.height / view.height)
  const shown = { width: Math.round(view.width * scale), height: Math.round(view.height * scale) }
  const part = chosenPart(new URL(request.url).searchParams, shown, picture.part)
  return { picture, shown, part }
})

export const action = atDesk(async ({ operator, params, context }) => {
  const picture = found(await readCroppedPicture(operator, params))
  return submit(
    context,
    cropSchema,
    async (form) => {
      try {
        return await cropPicture(operator, picture, form)
      } catch (error) {
        if (!(error instanceof PicturesBusy)) throw error
        return { ok: false, refusal: BUSY, status: 503 }
      }
    },
    (_form, stored) => {
      makeAllSizes(context, [stored])
      return [partUrl(picture.product, 'pictures'), 'The picture is cropped.']
    },
  )
})

export default function CropPage() {
  const { picture, shown, part } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Crop a picture</h1>
      <p {...freeText(picture.name)}>
        <TextLink to={partUrl(picture.product, 'pictures')} text={picture.name} />
        {picture.alt ? `: ${picture.alt}` : null}
      </p>
      <CropForms picture={picture} shown={shown} part={part} />
    </>
  )
}
