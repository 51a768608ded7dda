import type { RequestContext } from '~/platform/context.server'
import type { Operator } from '../access/operator.server'
import { change, make, byIntent, press, submit } from '../desk.server'
import { found } from '../desk-page'
import { makeAllSizes, readUploads, savePictures } from './pictures/pictures.server'
import { readPictures } from './pictures/picture-fields'
import { picturesSchema } from './pictures/picture.schema'
import { pairsSchema, savePairs } from './pairs.server'
import { partUrl, STATE_NAMES } from './product-query'
import { productFormSchema, stateSchema } from './product.schema'
import { readProduct } from './products.server'
import { stockHandlers } from './stock-actions.server'
import { removeVideo, saveVideo, videoSchema } from './video/video.server'

export function changeProduct(context: RequestContext, operator: Operator, id: string) {
  const { db } = operator
  const page = `/desk/products/${id}`
  return byIntent(context, page, {
    save: () =>
      submit(
        context,
        productFormSchema,
        ({ version, ...product }) => change(db, 'desk_save_product', { id, version, product }),
        () => [page, 'The product is saved.'],
      ),
    ...stockHandlers(context, operator, id),
    pictures: () => changePictures(context, operator, id),
    ...videoActions(context, operator, id),
    pairs: () =>
      submit(
        context,
        pairsSchema,
        (pairs) => savePairs(operator, id, pairs),
        () => [partUrl(id, 'pairs'), 'The set is saved.'],
      ),
    state: () =>
      submit(
        context,
        stateSchema,
        ({ version, state }) => change(db, 'desk_set_product_state', { id, version, state }),
        ({ state }) => [page, `The product is now: ${STATE_NAMES[state]}.`],
      ),
    duplicate: async () => {
      const copy = await make(db, 'desk_duplicate_product', { id })
      if (!copy.ok) return context.flashes.error('/desk/products', copy.refusal)
      return context.flashes.success(`/desk/products/${copy.value}`, 'This is the copy, a draft without stock.')
    },
  })
}

function videoActions(context: RequestContext, operator: Operator, id: string) {
  const page = partUrl(id, 'video')
  return {
    video: () =>
      submit(
        context,
        videoSchema,
        (form) => saveVideo(context, operator, id, form),
        () => [page, 'The video is saved.'],
      ),
    'remove-video': () =>
      press(context, page, (version) => removeVideo(operator, id, version), [page, 'The video is removed.']),
  }
}

function changePictures(context: RequestContext, operator: Operator, id: string) {
  return submit(
    context,
    picturesSchema,
    async ({ version, files, crop, new_alt: alt, new_color: color, new_role: role }) => {
      const changes = readPictures(context.form, found(await readProduct(operator, id)).pictures)
      if (!changes.ok) return { ...changes, status: 400 }
      const uploads = await readUploads(files, crop)
      if (!uploads.ok) return { ...uploads, status: 400 }
      const added = { uploads: uploads.value, alt, color, role }
      return savePictures(context, operator, { id, version }, changes.value, added)
    },
    (_form, stored) => {
      makeAllSizes(context, stored)
      return [partUrl(id, 'pictures'), 'The pictures are saved.']
    },
  )
}
