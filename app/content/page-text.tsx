import { withoutTags } from '~/platform/text'
import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'
import { chaptersOf, type Chapter } from './chapters'
import type { Page } from './content.server'

/** Operators' HTML, sanitised by `readPage`. With pictures it is in chapters, each beside its picture. */
export function PageText({ page }: { page: Pick<Page, 'content'> }) {
  const chapters = chaptersOf(page.content)
  if (chapters.every(({ picture }) => picture === null)) return <Html html={page.content} />
  return (
    <div className="chapters">
      {chapters.map(({ picture, html }, place) => (
        <div key={`${picture?.source ?? ''} ${html}`} className={picture ? 'chapter' : 'lead'}>
          {picture ? <ChapterPicture picture={picture} isFirst={place < 2} /> : null}
          {html ? <Html html={html} /> : null}
        </div>
      ))}
    </div>
  )
}

function ChapterPicture({
  picture: { source, words },
  isFirst,
}: {
  picture: NonNullable<Chapter['picture']>
  isFirst: boolean
}) {
  return (
    <Picture
      source={source}
      alt={words}
      widths={[480, 640, 1120]}
      sizes="(min-width:768px) 50vw, 92vw"
      ratio="7/6"
      className="picture picture-wide"
      isFirst={isFirst}
    />
  )
}

const Html = ({ html }: { html: string }) => (
  <div className="content" {...freeText(withoutTags(html))} dangerouslySetInnerHTML={{ __html: html }} />
)
