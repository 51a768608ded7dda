import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Breadcrumb } from '~/ui/breadcrumb'
import { ChoiceLinks } from '../choice-links'
import { freeText } from '~/ui/free-text'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { listPositions, type Position } from './company.server'
import { ContentUnavailable, PageText } from '../content-page'
import { readPage } from '../content.server'
import { groupChoices } from './group-choices'

export const handle: PageHandle = { styles: ['content'], cachedBy: ['department'] }

export const meta = (page: PageArgs) =>
  pageMeta('Careers', {
    description: 'Work with us in Lahore, Karachi or from home.',
    shared: { page, path: '/company/career' },
  })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [page, positions] = await Promise.all([readPage(context, 'career'), listPositions(context)])
  return {
    page,
    positions,
    department: new URL(request.url).searchParams.get('department') ?? '',
    email: context.settings.CAREERS_EMAIL,
  }
}

export default function Career() {
  const { page, positions, department, email } = useLoaderData<typeof loader>()
  if (!page || !positions) return <ContentUnavailable name="our careers" />
  const shown = positions.filter((position) => department === '' || position.department === department)
  const groups = positions.map((position) => position.department)
  const departments = groupChoices(groups, department, '/company/career', 'department')
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: 'Home', to: '/' }, { name: page.title }]} />
      <h1 className="page-title">{page.title}</h1>
      <PageText page={page} />
      <section className="section" aria-labelledby="positions-title">
        <h2 id="positions-title">Open positions</h2>
        <ChoiceLinks label="Departments" choices={departments} />
        {shown.length === 0 ? (
          <p className="notice-plain">
            No open positions in this department at the moment. Write to us anyway:{' '}
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
          </p>
        ) : null}
        <div className="questions">
          {shown.map((position) => (
            <PositionCard key={position.id} position={position} email={email} />
          ))}
        </div>
      </section>
    </div>
  )
}

function PositionCard({ position, email }: { position: Position; email: string }) {
  const apply = `mailto:${email}?subject=${encodeURIComponent(`Application: ${position.title}`)}`
  return (
    <details className="panel position">
      <summary>
        <span {...freeText(position.title)}>{position.title}</span>{' '}
        <span className="small muted">
          {position.department} · {position.location} · {position.type}
        </span>
      </summary>
      <p {...freeText(position.description)}>{position.description}</p>
      <h3>Responsibilities</h3>
      <ul>
        {position.responsibilities.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h3>Requirements</h3>
      <ul>
        {position.requirements.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        <a className="button" href={apply}>
          Apply Now
        </a>
      </p>
    </details>
  )
}
