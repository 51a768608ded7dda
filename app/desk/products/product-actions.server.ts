import type { RequestContext } from '~/platform/context.server'
import type { Operator } from '../access/operator.server'
import { succeed } from '~/platform/result'
import { bySizeMoves, readGrid } from '~/stock/grid'
import { moveStock, readStock } from '../stock/stock.server'
import { change, make, byIntent, press, submit } from '../desk.server'
import { found } from '../desk-page'
import { makeAllSizes, readUploads, savePictures } from './pictures/pictures.server'
import { readPictures } from './pictures/picture-fields'
import { picturesSchema } from './pictures/picture.schema'
import { partUrl, STATE_NAMES } from './product-query'
import { gridSchema, productFormSchema, stateSchema, stockSchema } from './product.schema'
import { readProduct } from './products.server'
import { readSizes } from './stock-fields'
import { removeVideo, saveVideo, videoSchema } from './video/video.server'

export function changeProduct(context: RequestContext, operator: Operator, id: string) {
  const { db } = operator
  const page = `/desk/products/${id}`
  const stock = partUrl(id, 'stock')
  const setNoSize = (hasNone: boolean, words: string) =>
    press(context, stock, (version) => change(db, 'desk_set_no_size', { id, version, has_no_size: hasNone }), [
      stock,
      words,
    ])
  return byIntent(context, page, {
    save: () =>
      submit(
        context,
        productFormSchema,
        ({ version, ...product }) => change(db, 'desk_save_product', { id, version, product }),
        () => [page, 'The product is saved.'],
      ),
    stock: () => saveStock(context, operator, id),
    grid: () => saveGrid(context, operator, id),
    by_size: () => countBySize(context, operator, id),
    pictures: () => changePictures(context, operator, id),
    ...videoActions(context, operator, id),
    state: () =>
      submit(
        context,
        stateSchema,
        ({ version, state }) => change(db, 'desk_set_product_state', { id, version, state }),
        ({ state }) => [page, `The product is now: ${STATE_NAMES[state]}.`],
      ),
    no_size: () => setNoSize(true, 'Shoppers choose no size of it.'),
    has_size: () => setNoSize(false, 'It is to have sizes. Please add them.'),
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

function saveStock(context: RequestContext, operator: Operator, id: string) {
  return submit(
    context,
    stockSchema,
    async ({ version }) => {
      const sizes = readSizes(context.form, found(await readProduct(operator, id)).sizes)
      if (!sizes.ok) return { ...sizes, status: 400 }
      return change(operator.db, 'desk_save_stock', { product: id, version, sizes: sizes.value })
    },
    ({ page }) => [partUrl(id, 'stock', page), 'The stock is saved.'],
  )
}

function saveGrid(context: RequestContext, operator: Operator, id: string) {
  return submit(
    context,
    gridSchema,
    async () => {
      const moves = readGrid(context.form, found(await readStock(operator, id)))
      if (!moves.ok) return { ...moves, status: 400 }
      return moves.value.length === 0 ? succeed(null) : moveStock(operator, moves.value, 'counted')
    },
    ({ page }) => [partUrl(id, 'stock', page), 'The stock is saved.'],
  )
}

function countBySize(context: RequestContext, operator: Operator, id: string) {
  const page = partUrl(id, 'stock')
  const sum = async () => moveStock(operator, bySizeMoves(found(await readStock(operator, id))), 'corrected')
  return press(context, page, sum, [page, 'Its pieces are counted by size again.'])
}

function changePictures(context: RequestContext, operator: Operator, id: string) {
  return submit(
    context,
    picturesSchema,
    async ({ version, files, crop, new_alt: alt, new_color: color }) => {
      const changes = readPictures(context.form, found(await readProduct(operator, id)).pictures)
      if (!changes.ok) return { ...changes, status: 400 }
      const uploads = await readUploads(files, crop)
      if (!uploads.ok) return { ...uploads, status: 400 }
      const added = { uploads: uploads.value, alt, color }
      return savePictures(context, operator, { id, version }, changes.value, added)
    },
    (_form, stored) => {
      makeAllSizes(context, stored)
      return [partUrl(id, 'pictures'), 'The pictures are saved.']
    },
  )
}
