import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readWhole } from '~/platform/whole-number'
import { ErrorSummary } from '~/ui/error-summary'
import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'
import { framed, shopRatio } from '~/ui/ratio'
import { useShopForm } from '~/ui/shop-form.server'
import { atDesk, change, submit, type Desk } from '../../desk.server'
import { deskPage, found, idOf } from '../../desk-page'
import { useReply } from '../../form/posted-form'
import { TextLink } from '../../list/table'
import { partUrl } from '../product-query'
import { readProduct } from '../products.server'
import { keptPictures, RATIO_OPTIONS } from './picture-fields'
import { focusSchema } from './picture.schema'

export const { handle, meta } = deskPage('Focus point')

/** The points that are offered, in per cent of the picture's width and height. */
const STEPS = [0, 13, 25, 38, 50, 63, 75, 88, 100]

async function readPicture(desk: Desk, params: LoaderFunctionArgs['params']) {
  const product = found(await readProduct(desk, idOf(params)))
  return { product, picture: found(product.pictures.find(({ id }) => id === params.picture)) }
}

export const loader = atDesk(async ({ operator, params }) => {
  const { product, picture } = await readPicture(operator, params)
  const { id, name, version, picture_ratio: ratio } = product
  return { product: { id, name, version }, ratio: ratio ?? shopRatio(), picture }
})

export const action = atDesk(async ({ operator, params, context }) => {
  const { product, picture } = await readPicture(operator, params)
  return submit(
    context,
    focusSchema,
    ({ version, focus }) => {
      const pictures = keptPictures(product.pictures).map((one) => (one.id === picture.id ? { ...one, focus } : one))
      return change(operator.db, 'desk_save_pictures', { product: product.id, version, pictures })
    },
    () => [`/desk/products/${product.id}/pictures/${picture.id}/focus`, 'The point is saved.'],
  )
})

export default function FocusPage() {
  const { product, picture, ratio } = useLoaderData<typeof loader>()
  const form = useShopForm('focus', focusSchema, useReply())
  const chosen = picture.focus ?? '50% 50%'
  return (
    <>
      <h1>Focus point</h1>
      <p {...freeText(product.name)}>
        <TextLink to={partUrl(product.id, 'pictures')} text={product.name} />
        {picture.alt ? `: ${picture.alt}` : null}
      </p>
      <div className="desk-columns">
        <form className="panel stack" {...form.props} aria-labelledby="whole-title">
          <h2 id="whole-title">The whole picture</h2>
          <ErrorSummary form={form} />
          <input type="hidden" name="version" value={product.version} />
          <p>
            Press what must always be seen, such as a face: a frame of another shape hides what is farthest from it. It
            is saved at once.
          </p>
          <div className="desk-focus">
            <Picture source={picture.url} alt="" widths={[320, 640]} sizes="280px" className="" isFirst />
            <div>
              {STEPS.flatMap((down) =>
                STEPS.map((across) => (
                  <button
                    key={`${across} ${down}`}
                    name="focus"
                    value={`${across}% ${down}%`}
                    aria-label={`${across}% across, ${down}% down`}
                    aria-pressed={nearest(chosen) === `${across}% ${down}%`}
                  />
                )),
              )}
            </div>
          </div>
        </form>
        <section className="panel stack" aria-labelledby="frames-title">
          <h2 id="frames-title">In the frames</h2>
          <div className="desk-frames">
            {RATIO_OPTIONS.map(([one, name]) => (
              <figure key={one} style={framed(one)}>
                <Picture
                  source={picture.url}
                  alt={`In a frame of ${name}`}
                  widths={[160, 320]}
                  sizes="140px"
                  ratio={one}
                  focus={picture.focus ?? undefined}
                />
                <figcaption className="small">
                  {name}
                  {one === ratio ? ', as on its page' : null}
                </figcaption>
              </figure>
            ))}
          </div>
        </section>
      </div>
    </>
  )
}

/** Returns the offered point that is nearest to one. */
function nearest(focus: string): string {
  const near = (per: number) =>
    STEPS.reduce((one, other) => (Math.abs(other - per) < Math.abs(one - per) ? other : one))
  return focus
    .split(' ')
    .map((per) => `${near(readWhole(per.replace('%', '')))}%`)
    .join(' ')
}
