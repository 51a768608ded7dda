import { m } from '~/language/messages'
import type { ReactNode } from 'react'
import { formatDate } from '~/platform/time'
import { Breadcrumb } from '~/ui/breadcrumb'
import { freeText } from '~/ui/free-text'
import { Flower } from '~/ui/icon'
import { Picture } from '~/ui/picture'
import { TryAgain } from '~/ui/try-again'
import { chaptersOf } from './chapters'
import type { Page } from './content.server'
import type { Heading } from './headings'
import { PageText } from './page-text'
import type { MetaDescriptor } from '@remix-run/node'
import { pageMeta, type PageArgs } from '~/ui/page-meta'

interface ContentPageProps {
  page: Page | null
  /** The page's name in the fallback text. */
  name: string
  /** Whether the page shows when it was last updated. */
  isDated?: boolean
  /** The address of a picture for a text without pictures. */
  picture?: string
  /** Where to go on, at the end. */
  children?: ReactNode
}

/** A page that operators write: in chapters with its pictures, or else with one picture or, for a long text, a table of contents beside it. */
export function ContentPage({ page, name, isDated = false, picture, children }: ContentPageProps) {
  if (!page) return <ContentUnavailable name={name} />
  const isIllustrated = chaptersOf(page.content).some((chapter) => chapter.picture)
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: m.content_home(), to: '/' }, { name: page.title }]} />
      <article className={isIllustrated ? 'illustrated' : 'written'}>
        <header>
          <h1 {...freeText(page.title)}>{page.title}</h1>
          {isDated ? (
            <p className="muted small">{m.content_last_updated({ date: formatDate(page.last_updated) })}</p>
          ) : null}
        </header>
        {isIllustrated ? null : <Aside picture={picture} headings={page.headings} />}
        <PageText page={page} />
      </article>
      {children}
    </div>
  )
}

function Aside({ picture, headings }: { picture?: string; headings: Heading[] }) {
  if (picture)
    return <Picture source={picture} alt="" widths={[480, 640, 1120]} sizes="(min-width:1024px) 480px, 92vw" isFirst />
  if (headings.length === 0) return null
  return (
    <nav className="contents" aria-labelledby="contents-title">
      <p id="contents-title">{m.content_on_this_page()}</p>
      <ol>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} {...freeText(text)}>
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The fallback for a page that can't be loaded (XX-29, XX-30, XX-31; decision 11). */
export function ContentUnavailable({ name }: { name: string }) {
  return (
    <section className="wrap section">
      <div className="empty">
        <Flower large />
        <h1>{m.content_content_unavailable()}</h1>
        <p>{m.content_sorry({ page: name })}</p>
        <TryAgain />{' '}
        <a className="link" href="/">
          {m.ui_return_home()}
        </a>
      </div>
    </section>
  )
}

interface ContentArgs extends PageArgs {
  /** The loader's; missing if it failed. */
  data?: { page: { meta_description: string | null } | null } | undefined
}

export function contentMeta(page: ContentArgs, title: string, path: string): MetaDescriptor[] {
  return pageMeta(title, { description: page.data?.page?.meta_description ?? undefined, shared: { page, path } })
}
