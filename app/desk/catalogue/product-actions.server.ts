import type { RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused, withoutFiles } from '~/platform/http/forms.server'
import type { Operator } from '../access/operator.server'
import { STATE_NAMES } from './product-query'
import { makeAllSizes } from './pictures/all-sizes.server'
import { readPictures } from './pictures/picture-fields'
import { picturesSchema } from './pictures/picture.schema'
import { readUploads, savePictures } from './pictures/pictures.server'
import { productFormSchema, stateSchema, stockSchema } from './product.schema'
import { duplicateProduct, readProduct, saveProduct, saveStock, setProductState } from './products.server'
import { readSizes } from './stock-fields'

const INTENTS = { save, stock, pictures, state, duplicate }

/** Does what a form of a product's page asks for. */
export async function changeProduct(context: RequestContext, operator: Operator, id: string) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  if (!work) return context.flashes.error(`/desk/products/${id}`, 'Nothing was changed.')
  return work(context, operator, id)
}

async function save(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, productFormSchema)
  if (!form.ok) return invalid(form)
  const result = await saveProduct(operator, id, form.value)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(`/desk/products/${id}`, 'The product is saved.')
}

async function stock(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, stockSchema)
  if (!form.ok) return invalid(form)
  const product = await readProduct(operator, id)
  if (!product) throw new Response(null, { status: 404 })
  const sizes = readSizes(context.form, product.sizes)
  if (!sizes.ok) return refused(form, sizes.refusal, 400)
  const result = await saveStock(operator, { id, version: form.value.version }, sizes.value)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(`/desk/products/${id}`, 'The stock is saved.')
}

async function pictures(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, picturesSchema)
  const reply = withoutFiles(form)
  if (!form.ok) return invalid(reply)
  const product = await readProduct(operator, id)
  if (!product) throw new Response(null, { status: 404 })
  const changes = readPictures(context.form, product.pictures)
  if (!changes.ok) return refused(reply, changes.refusal, 400)
  const { version, files, crop, new_alt: alt, new_color: color } = form.value
  const uploads = await readUploads(files, crop)
  if (!uploads.ok) return refused(reply, uploads.refusal, 400)
  const added = { uploads: uploads.value, alt, color }
  const result = await savePictures(context, operator, { id, version }, changes.value, added)
  if (!result.ok) return refused(reply, result.refusal, 409)
  makeAllSizes(context, result.value)
  return context.flashes.success(`/desk/products/${id}`, 'The pictures are saved.')
}

async function state(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, stateSchema)
  if (!form.ok) return invalid(form)
  const result = await setProductState(operator, { id, version: form.value.version }, form.value.state)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(`/desk/products/${id}`, `The product is now: ${STATE_NAMES[form.value.state]}.`)
}

async function duplicate(context: RequestContext, operator: Operator, id: string) {
  const copy = await duplicateProduct(operator, id)
  if (!copy.ok) return context.flashes.error('/desk/products', copy.refusal)
  return context.flashes.success(`/desk/products/${copy.value}`, 'This is the copy, a draft without stock.')
}
