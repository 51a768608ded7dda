import type { RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused, withoutFiles } from '~/platform/http/forms.server'
import { storeProductPicture } from '../catalogue/pictures/stored-pictures.server'
import type { Operator } from '../access/operator.server'
import { readUploads } from '../catalogue/pictures/pictures.server'
import { bannerFormSchema, removalSchema } from './home.schema'
import { removeBanner, saveBanner } from './home.server'

const INTENTS = { save, remove }

/** Does what a form of a banner's page asks for. */
export function changeBanner(context: RequestContext, operator: Operator, id: string) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  return work ? work(context, operator, id) : context.flashes.error(pageOf(id), 'Nothing was changed.')
}

async function save(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, bannerFormSchema)
  const reply = withoutFiles(form)
  if (!form.ok) return invalid(reply)
  const { file, picture: chosen, ...banner } = form.value
  const uploads = await readUploads(file ? [file] : [], 'none')
  if (!uploads.ok) return refused(reply, uploads.refusal, 400)
  const [uploaded] = uploads.value
  const picture = uploaded ? await storeProductPicture(operator.db, uploaded.picture) : chosen
  const result = await saveBanner(operator, id, { ...banner, picture })
  if (!result.ok) return refused(reply, result.refusal, 409)
  return context.flashes.success(pageOf(id), 'It is saved, and in the shop within ten seconds.')
}

/** Removes the banner; the record of changes keeps all of it. */
async function remove(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, removalSchema)
  if (!form.ok) return context.flashes.error(pageOf(id), 'Nothing was changed.')
  const result = await removeBanner(operator, id, form.value.version)
  if (!result.ok) return context.flashes.error(pageOf(id), result.refusal)
  return context.flashes.success('/desk/home', 'It is removed.')
}

const pageOf = (id: string) => `/desk/home/banners/${id}`
