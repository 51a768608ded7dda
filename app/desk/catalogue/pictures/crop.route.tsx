import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { PicturesBusy } from '~/platform/images.server'
import { freeText } from '~/ui/free-text'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../../access/operator.server'
import { DESK_PAGE } from '../../desk-page'
import { usePostedForm } from '../../posted-form'
import { makeAllSizes } from './all-sizes.server'
import { CropForms } from './crop-forms'
import { cropSchema } from './crop.schema'
import { cropPicture, readCroppedPicture, viewOfOriginal } from './crop.server'
import { chosenPart } from './picture-part'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Crop a picture', { hidden: true })

/** The original is at most so large on the page, in pixels, for phones of 360. A click on it is counted in these pixels. */
const SHOWN = { width: 280, height: 420 }

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const picture = await readCroppedPicture(operator, params)
  const view = picture && (await viewOfOriginal(context, operator, picture))
  if (!view) throw new Response(null, { status: 404 })
  const scale = Math.min(SHOWN.width / view.width, SHOWN.height / view.height)
  const shown = { width: Math.round(view.width * scale), height: Math.round(view.height * scale) }
  const part = chosenPart(new URL(request.url).searchParams, shown, picture.part)
  return { picture, shown, part }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const form = await parseForm(context.form, cropSchema)
  if (!form.ok) return invalid(form)
  const picture = await readCroppedPicture(operator, params)
  if (!picture) throw new Response(null, { status: 404 })
  try {
    const result = await cropPicture(operator, picture, form.value)
    if (!result.ok) return refused(form, result.refusal, 409)
    makeAllSizes(context, [result.value])
  } catch (error) {
    if (!(error instanceof PicturesBusy)) throw error
    return refused(form, 'Many pictures are arriving just now. Please try again in a minute.', 503)
  }
  return context.flashes.success(`/desk/products/${picture.product}`, 'The picture is cropped.')
}

export default function CropPage() {
  const { picture, shown, part } = useLoaderData<typeof loader>()
  const reply = usePostedForm(useActionData<typeof action>()?.form)
  return (
    <>
      <h1>Crop a picture</h1>
      <p {...freeText(picture.name)}>
        <a className="link" href={`/desk/products/${picture.product}`}>
          {picture.name}
        </a>
        {picture.alt ? `: ${picture.alt}` : null}
      </p>
      <CropForms picture={picture} shown={shown} part={part} reply={reply} />
    </>
  )
}
