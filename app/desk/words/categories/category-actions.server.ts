import type { RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused, withoutFiles } from '~/platform/http/forms.server'
import { readPicture } from '~/platform/http/uploaded-picture.server'
import { refuse, succeed, type Result } from '~/platform/result'
import { storeProductPicture } from '../../catalogue/pictures/stored-pictures.server'
import type { Operator } from '../../access/operator.server'
import { removalSchema } from '../../texts/new-text.schema'
import { removeCategory, saveCategory } from './categories.server'
import { categorySchema } from './category.schema'

const INTENTS = { save, remove }

/** Does what a form of a category's page asks for. */
export async function changeCategory(context: RequestContext, operator: Operator, id: string) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  if (!work) return context.flashes.error(`/desk/categories/${id}`, 'Nothing was changed.')
  return work(context, operator, id)
}

async function save(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, categorySchema)
  const reply = withoutFiles(form)
  if (!form.ok) return invalid(reply)
  const { file, without_picture: withoutPicture, ...category } = form.value
  const picture = await storePicture(operator, file)
  if (!picture.ok) return refused(reply, picture.refusal, 400)
  const result = await saveCategory(operator, id, category, picture.value ?? (withoutPicture ? null : undefined))
  if (!result.ok) return refused(reply, result.refusal, 409)
  return context.flashes.success(`/desk/categories/${id}`, 'The category is saved.')
}

/** Stores an uploaded picture and returns its path, or null without one. Refuses in words for the operator. */
async function storePicture({ db }: Pick<Operator, 'db'>, file: File | null): Promise<Result<string | null, string>> {
  if (!file) return succeed(null)
  const picture = await readPicture(file, { crop: 'attention' })
  return picture.ok ? succeed(await storeProductPicture(db, picture.value)) : refuse(picture.refusal.message)
}

async function remove(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, removalSchema)
  if (!form.ok) return context.flashes.error(`/desk/categories/${id}`, 'Nothing was changed.')
  const result = await removeCategory(operator, id, form.value.version)
  if (!result.ok) return context.flashes.error(`/desk/categories/${id}`, result.refusal)
  return context.flashes.success('/desk/categories', 'The category is removed.')
}
