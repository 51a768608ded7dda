import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { SubmissionResult } from '@conform-to/react'
import { useActionData, useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { usePostedForm } from '../posted-form'
import { BANNER_KINDS, type BannerKind } from './banner-kinds'
import { BannerList } from './banner-list'
import { changeHome } from './home-actions.server'
import { readHome } from './home.server'
import { NewBannerForm, NewTestimonialForm } from './new-forms'
import { StatisticForm } from './statistic-form'
import { TestimonialList } from './testimonial-list'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Home page', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  return readHome(await requireOperator(context, request))
}

export async function action({ request, context }: ActionFunctionArgs) {
  return changeHome(context, await requireOperator(context, request))
}

export default function HomeTexts() {
  const { banners, product_banners: products, testimonials, statistics } = useLoaderData<typeof loader>()
  const reply = usePostedForm(useActionData<typeof action>()?.form)
  const replyTo = (intent: string, field: string, value: string): SubmissionResult | undefined =>
    reply?.initialValue?.intent === intent && reply.initialValue[field] === value ? reply : undefined
  return (
    <>
      <h1>Home page</h1>
      {(Object.keys(BANNER_KINDS) as BannerKind[]).map((kind) => (
        <section key={kind} className="panel stack" aria-labelledby={`kind-${kind}`}>
          <h2 id={`kind-${kind}`}>{BANNER_KINDS[kind].plural}</h2>
          <p className="muted small">{BANNER_KINDS[kind].about}</p>
          <BannerList banners={banners.filter((banner) => banner.kind === kind)} />
          {kind === 'slide' ? <ProductBanners products={products} /> : null}
          <NewBannerForm kind={kind} reply={replyTo('banner', 'kind', kind)} />
        </section>
      ))}
      <section className="panel stack" aria-labelledby="figures">
        <h2 id="figures">Figures of the hero</h2>
        {statistics.map((statistic) => (
          <StatisticForm
            key={statistic.stat_key}
            statistic={statistic}
            reply={replyTo('statistic', 'key', statistic.stat_key)}
          />
        ))}
      </section>
      <section className="panel stack" aria-labelledby="testimonials">
        <h2 id="testimonials">Our Happy Customers</h2>
        <TestimonialList testimonials={testimonials} />
        <NewTestimonialForm reply={reply?.initialValue?.intent === 'testimonial' ? reply : undefined} />
      </section>
    </>
  )
}

function ProductBanners({ products }: { products: readonly { id: string; name: string }[] }) {
  if (products.length === 0) return null
  return (
    <div className="stack">
      <h3>Products in the banner</h3>
      <ul>
        {products.map(({ id, name }) => (
          <li key={id}>
            <a className="link" href={`/desk/products/${id}`} {...freeText(name)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
