import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireOperator } from '../access/operator.server'
import { change, make } from '../database.server'
import { deskPage } from '../desk-page'
import { area, choice, line, WHOLE } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { byIntent, submit } from '../form/form-actions.server'
import { BANNER_KINDS, COUNTED, COUNTED_NAMES, type BannerKind } from './banner-kinds'
import { BannerList, ProductBanners, TestimonialList } from './home-lists'
import { newBannerSchema, newTestimonialSchema, statisticSchema } from './home.schema'
import { readHome, type DeskStatistic } from './home.server'

export const { handle, meta } = deskPage('Home page')

export async function loader({ request, context }: LoaderFunctionArgs) {
  return readHome(await requireOperator(context, request))
}

const MADE = 'It is made. It isn’t shown yet.'

export async function action({ request, context }: ActionFunctionArgs) {
  const { db } = await requireOperator(context, request)
  return byIntent(context, '/desk/home', {
    banner: () =>
      submit(
        context,
        newBannerSchema,
        ({ kind, title }) => make(db, 'desk_create_banner', { p_kind: kind, p_title: title }),
        (_form, id) => [`/desk/home/banners/${id}`, MADE],
      ),
    testimonial: () =>
      submit(
        context,
        newTestimonialSchema,
        ({ review_text: text, customer_name: name }) =>
          make(db, 'desk_create_testimonial', { p_text: text, p_name: name }),
        (_form, id) => [`/desk/home/testimonials/${id}`, MADE],
      ),
    statistic: () =>
      submit(
        context,
        statisticSchema,
        ({ key, version, label: p_label, value: p_value, counts: p_counts }) =>
          change(db, 'desk_save_statistic', { p_key: key, p_version: version, p_label, p_value, p_counts }),
        () => ['/desk/home', 'The figure is saved.'],
      ),
  })
}

export default function HomeTexts() {
  const { banners, product_banners: products, testimonials, statistics } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Home page</h1>
      {(Object.keys(BANNER_KINDS) as BannerKind[]).map((kind) => (
        <section key={kind} className="panel stack" aria-labelledby={`kind-${kind}`}>
          <h2 id={`kind-${kind}`}>{BANNER_KINDS[kind].plural}</h2>
          <p className="muted small">{BANNER_KINDS[kind].about}</p>
          <BannerList banners={banners.filter((banner) => banner.kind === kind)} />
          {kind === 'slide' ? <ProductBanners products={products} /> : null}
          <EditForm
            id={`new-${kind}`}
            name={`New: ${BANNER_KINDS[kind].name}`}
            schema={newBannerSchema}
            hidden={{ kind }}
            intent="banner"
            look="plain"
            fields={[[line('title', `New text for: ${BANNER_KINDS[kind].name}`)]]}
            button="Make it"
          />
        </section>
      ))}
      <section className="panel stack" aria-labelledby="figures">
        <h2 id="figures">Figures of the hero</h2>
        {statistics.map((statistic) => (
          <StatisticForm key={statistic.stat_key} statistic={statistic} />
        ))}
      </section>
      <section className="panel stack" aria-labelledby="testimonials">
        <h2 id="testimonials">Our Happy Customers</h2>
        <TestimonialList testimonials={testimonials} />
        <EditForm
          id="new-testimonial"
          name="New testimonial"
          schema={newTestimonialSchema}
          intent="testimonial"
          look="plain"
          fields={[area('review_text', 'What a new customer says', '', 2), [line('customer_name', 'Their name')]]}
          button="Make the testimonial"
        />
      </section>
    </>
  )
}

const NUMBERS = COUNTED_NAMES.map((name) => [name, `Counted: ${COUNTED[name]}`] as const)

/** A figure of the hero: a number that is typed, or one that the shop counts. */
function StatisticForm({ statistic }: { statistic: DeskStatistic }) {
  const { stat_key: key, version, stat_value: value, stat_label: label, counts } = statistic
  return (
    <EditForm
      id={`statistic-${key}`}
      name={label}
      schema={statisticSchema}
      version={version}
      hidden={{ key }}
      intent="statistic"
      look="plain"
      fields={[
        [
          line('label', 'Words', label),
          choice('counts', 'Its number', NUMBERS, counts, 'As typed here'),
          line('value', 'Number, if it isn’t counted', value, WHOLE),
        ],
      ]}
      button="Save the figure"
    />
  )
}
