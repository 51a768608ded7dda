import { m } from '~/language/messages'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Breadcrumb } from '~/ui/breadcrumb'
import { missingStatus } from '~/catalog/former-names.server'
import { ChoiceLinks, groupChoices, groupPath } from '../choice-links'
import { Empty } from '~/ui/empty'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { listWorks, type Work } from './company.server'
import { ContentUnavailable } from '../content-page'
import { readPassage } from '../content.server'
import { PageText } from '../page-text'
import { MoreAboutUs } from './company-links'
import { RowText, freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'

export const handle: PageHandle = { styles: ['content'], cachedBy: ['category'] }

export const meta = (page: PageArgs) =>
  pageMeta(m.content_works(), {
    description: m.content_works_description(),
    shared: { page, path: '/company/works' },
  })

/** CM-11 */
const MAX_FEATURED = 2

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [page, works] = await Promise.all([readPassage(context, 'works'), listWorks(context)])
  const category = new URL(request.url).searchParams.get('category') ?? ''
  const isKnown = !works || category === '' || works.some(({ group }) => group === category)
  const pathOf = (newest: string) => groupPath('/company/works', 'category', newest)
  return data(
    { page, works, category },
    { status: isKnown ? 200 : await missingStatus(context, request, 'work_category', category, pathOf) },
  )
}

export default function Works() {
  const { page, works, category } = useLoaderData<typeof loader>()
  if (!works) return <ContentUnavailable name={m.content_our_works()} />
  const featured = works.filter(({ is_featured: isFeatured }) => isFeatured).slice(0, MAX_FEATURED)
  const shown = works.filter((work) => category === '' || work.group === category)
  const groups = works.map(({ group, category: name }) => ({ group, name }))
  const choices = groupChoices(groups, category, '/company/works', 'category')
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: m.content_home(), to: '/' }, { name: m.content_works() }]} />
      <h1 className="page-title">
        <RowText text={page?.title ?? m.content_works()} />
      </h1>
      {page ? (
        <div className="lead">
          <PageText page={page} />
        </div>
      ) : null}
      <Featured works={category === '' ? featured : []} />
      <section className="section" aria-labelledby="works-title">
        <h2 id="works-title">{m.content_every_work()}</h2>
        <ChoiceLinks label={m.content_categories()} choices={choices} />
        {shown.length === 0 ? <Empty text={m.content_no_works()} /> : null}
        <ul className="works">
          {shown.map((work) => (
            <WorkCard key={work.id} work={work} />
          ))}
        </ul>
      </section>
      <MoreAboutUs current="/company/works" />
    </div>
  )
}

function Featured({ works }: { works: Work[] }) {
  if (works.length === 0) return null
  return (
    <section className="section" aria-labelledby="featured-title">
      <h2 id="featured-title">{m.content_featured_collections()}</h2>
      <ul className="chapters">
        {works.map((work) => (
          <WorkCard key={work.id} work={work} isFeatured />
        ))}
      </ul>
    </section>
  )
}

function WorkCard({ work, isFeatured = false }: { work: Work; isFeatured?: boolean }) {
  const { title, category, year, description, image_url: picture, link } = work
  return (
    <li className={isFeatured ? 'chapter work' : 'work'}>
      {picture ? (
        <Picture
          source={picture}
          alt=""
          widths={isFeatured ? [480, 640, 1120] : [320, 480, 640]}
          sizes={isFeatured ? '(min-width:768px) 50vw, 92vw' : '(min-width:1024px) 400px, 92vw'}
          ratio="7/6"
          className="picture picture-wide"
        />
      ) : (
        <p className="no-image">{m.content_no_image_available()}</p>
      )}
      <div className="words">
        <p className="small muted">
          {category} · {year}
        </p>
        <h3 {...freeText(title)}>{title}</h3>
        <p {...freeText(description)}>{description}</p>
        {link ? (
          <p>
            <a className="link" href={link}>
              {m.content_take_a_look()}
              <span className="hidden-visually">: {title}</span>
            </a>
          </p>
        ) : null}
      </div>
    </li>
  )
}
