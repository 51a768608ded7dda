import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { useReply } from '../../form/posted-form'
import { KnownPicture } from './known-picture'
import { NewPictures } from './new-pictures'
import { picturesSchema } from './picture.schema'
import type { DeskProduct } from '../product-rows'

/** The pictures of a product: their order, descriptions and colours, and new ones to upload. */
export function PictureForm({ product: { id, version, pictures, colors } }: { product: DeskProduct }) {
  const reply = useReply({}, ['pictures'])
  const form = useShopForm('pictures', picturesSchema, reply)
  const typed = reply?.initialValue ?? null
  return (
    <form className="panel stack" {...form.props} encType="multipart/form-data" aria-labelledby="pictures-title">
      <h2 id="pictures-title">Pictures</h2>
      <ErrorSummary form={form} />
      <input type="hidden" name="version" value={version} />
      {pictures.length === 0 ? <p className="muted">None yet.</p> : null}
      <ol className="desk-pictures">
        {pictures.map((picture, index) => (
          <KnownPicture
            key={picture.id}
            picture={picture}
            product={id}
            place={index + 1}
            colors={colors}
            typed={typed}
          />
        ))}
      </ol>
      <NewPictures form={form} colors={colors} />
      <p>
        <button className="button" name="intent" value="pictures">
          Save the pictures
        </button>
      </p>
    </form>
  )
}
