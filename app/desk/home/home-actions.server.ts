import type { RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused } from '~/platform/http/forms.server'
import type { Operator } from '../access/operator.server'
import { newBannerSchema, newTestimonialSchema, statisticSchema } from './home.schema'
import { createBanner, createTestimonial, saveStatistic } from './home.server'

const INTENTS = { banner, testimonial, statistic }

/** Does what a form of the home page's texts asks for. */
export function changeHome(context: RequestContext, operator: Operator) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  return work ? work(context, operator) : context.flashes.error('/desk/home', 'Nothing was changed.')
}

async function banner(context: RequestContext, operator: Operator) {
  const form = await parseForm(context.form, newBannerSchema)
  if (!form.ok) return invalid(form)
  const made = await createBanner(operator, form.value.kind, form.value.title)
  if (!made.ok) return refused(form, made.refusal, 409)
  return context.flashes.success(`/desk/home/banners/${made.value}`, 'It is made. It isn’t shown yet.')
}

async function testimonial(context: RequestContext, operator: Operator) {
  const form = await parseForm(context.form, newTestimonialSchema)
  if (!form.ok) return invalid(form)
  const made = await createTestimonial(operator, form.value)
  if (!made.ok) return refused(form, made.refusal, 409)
  return context.flashes.success(`/desk/home/testimonials/${made.value}`, 'It is made. It isn’t shown yet.')
}

async function statistic(context: RequestContext, operator: Operator) {
  const form = await parseForm(context.form, statisticSchema)
  if (!form.ok) return invalid(form)
  const result = await saveStatistic(operator, form.value)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success('/desk/home', 'The figure is saved.')
}
