import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Breadcrumb } from '~/ui/breadcrumb'
import { ChoiceLinks } from '../choice-links'
import { Empty } from '~/ui/empty'
import { freeText } from '~/ui/free-text'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { Picture } from '~/ui/picture'
import { listWorks, type Work } from './company.server'
import { ContentUnavailable, PageText } from '../content-page'
import { readPage } from '../content.server'
import { groupChoices } from './group-choices'

export const handle: PageHandle = { styles: ['content'], cachedBy: ['category'] }

export const meta = (page: PageArgs) =>
  pageMeta('Works', {
    description: 'Collections and collaborations we are proud of.',
    shared: { page, path: '/company/works' },
  })

/** CM-11 */
const MAX_FEATURED = 2

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [page, works] = await Promise.all([readPage(context, 'works'), listWorks(context)])
  return { page, works, category: new URL(request.url).searchParams.get('category') ?? '' }
}

export default function Works() {
  const { page, works, category } = useLoaderData<typeof loader>()
  if (!works) return <ContentUnavailable name="our works" />
  const featured = works.filter(({ is_featured: isFeatured }) => isFeatured).slice(0, MAX_FEATURED)
  const shown = works.filter((work) => category === '' || work.category === category)
  const groups = works.map((work) => work.category)
  const choices = groupChoices(groups, category, '/company/works', 'category')
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: 'Home', to: '/' }, { name: 'Works' }]} />
      <h1 className="page-title">{page?.title ?? 'Works'}</h1>
      {page ? <PageText page={page} /> : null}
      <ChoiceLinks label="Categories" choices={choices} />
      {shown.length === 0 ? <Empty text="No works found in this category." /> : null}
      <h2 className="hidden-visually">Every work</h2>
      <ul className="works">
        {shown.map((work) => (
          <WorkCard key={work.id} work={work} />
        ))}
      </ul>
      {featured.length > 0 ? (
        <section className="section" aria-labelledby="featured-title">
          <h2 id="featured-title">Featured Collections</h2>
          <ul className="works works-featured">
            {featured.map((work) => (
              <WorkCard key={work.id} work={work} />
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}

function WorkCard({ work }: { work: Work }) {
  return (
    <li className="work">
      {work.image_url ? (
        <Picture source={work.image_url} alt="" widths={[320, 480, 640]} sizes="(min-width:1024px) 400px, 92vw" />
      ) : (
        <p className="no-image">No Image Available</p>
      )}
      <p className="small muted">
        {work.category} · {work.year}
      </p>
      <h3 {...freeText(work.title)}>{work.title}</h3>
      <p {...freeText(work.description)}>{work.description}</p>
    </li>
  )
}
