import { m } from '~/language/messages'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Breadcrumb } from '~/ui/breadcrumb'
import { missingStatus } from '~/catalog/former-names.server'
import { ChoiceLinks, groupChoices, groupPath } from '../choice-links'
import { ContactWays } from '~/contact/contact-ways'
import { readContactInfo } from '~/contact/contact-info.server'
import { freeText, RowText } from '~/ui/free-text'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { listPositions, type Position } from './company.server'
import { ContentUnavailable } from '../content-page'
import { readPassage } from '../content.server'
import { PageText } from '../page-text'
import { MoreAboutUs } from './company-links'

export const handle: PageHandle = { styles: ['content'], cachedBy: ['department'] }

export const meta = (page: PageArgs) =>
  pageMeta(m.content_careers(), {
    description: m.content_careers_description(),
    shared: { page, path: '/company/career' },
  })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [page, positions, contact] = await Promise.all([
    readPassage(context, 'career'),
    listPositions(context),
    readContactInfo(context),
  ])
  const department = new URL(request.url).searchParams.get('department') ?? ''
  const isKnown = !positions || department === '' || positions.some(({ group }) => group === department)
  const pathOf = (newest: string) => groupPath('/company/career', 'department', newest)
  return data(
    { page, positions, department, email: context.settings.CAREERS_EMAIL, contact },
    { status: isKnown ? 200 : await missingStatus(context, request, 'department', department, pathOf) },
  )
}

export default function Career() {
  const { page, positions, department, email, contact } = useLoaderData<typeof loader>()
  if (!page || !positions) return <ContentUnavailable name={m.content_our_careers()} />
  const shown = positions.filter((position) => department === '' || position.group === department)
  const groups = positions.map(({ group, department: name }) => ({ group, name }))
  const departments = groupChoices(groups, department, '/company/career', 'department')
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: m.content_home(), to: '/' }, { name: page.title }]} />
      <article className="illustrated">
        <h1 className="page-title">
          <RowText text={page.title} />
        </h1>
        <PageText page={page} />
      </article>
      <section className="section" aria-labelledby="positions-title">
        <h2 id="positions-title">{m.content_open_positions()}</h2>
        <ChoiceLinks label={m.content_departments()} choices={departments} />
        {shown.length === 0 ? (
          <p className="notice-plain">
            {m.content_no_positions()}{' '}
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
        <p className="muted">
          {m.content_questions_before_you_apply()} <ContactWays contact={{ ...contact, email }} />
        </p>
      </section>
      <MoreAboutUs current="/company/career" />
    </div>
  )
}

function PositionCard({ position, email }: { position: Position; email: string }) {
  const apply = `mailto:${email}?subject=${encodeURIComponent(m.content_application({ position: position.title }))}`
  return (
    <details className="panel position">
      <summary>
        <span {...freeText(position.title)}>{position.title}</span>{' '}
        <span className="small muted">
          {position.department} · {position.location} · {position.type}
        </span>
      </summary>
      <p {...freeText(position.description)}>{position.description}</p>
      <div className="position-lists">
        <Points title={m.content_responsibilities()} lines={position.responsibilities} />
        <Points title={m.content_requirements()} lines={position.requirements} />
      </div>
      <p>
        <a className="button" href={apply}>
          {m.content_apply_now()}
        </a>
      </p>
    </details>
  )
}

function Points({ title, lines }: { title: string; lines: string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line} {...freeText(line)}>
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}
