import { useLoaderData } from '@remix-run/react'
import { WORDED_KINDS } from '~/mails/words/default-words'
import { MAIL_NAMES } from '~/mails/words/mail-names'
import { footerSlug } from '~/shell/footer-links'
import { atDesk, make, byIntent, submit } from '../desk.server'
import { optionsOf } from '../form/choice-field'
import { deskPage } from '../desk-page'
import { choice, line } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { TextLink } from '../list/table'
import { SECTIONS, TEXT_KINDS, wordedKind, type TextKind } from './text-kinds'
import { newPageSchema, newQuestionSchema } from './text.schema'
import { listTexts, type TextList } from './texts.server'
import { Panel } from '../panel'

export const { handle, meta } = deskPage('Texts')

export const loader = atDesk(({ operator }) => listTexts(operator))

/** Makes a page, with a link in a section of the footer, or a question. Neither is shown yet. */
export const action = atDesk(async ({ db, context }) => {
  return byIntent(context, '/desk/texts', {
    page: () =>
      submit(
        context,
        newPageSchema,
        ({ title, section }) =>
          make(db, 'desk_create_text', { kind: 'page', topic: footerSlug(title), title, section }),
        (_form, id) => [`/desk/texts/page/${id}`, 'This is the new page. It isn’t shown yet.'],
      ),
    question: () =>
      submit(
        context,
        newQuestionSchema,
        ({ title, category }) => make(db, 'desk_create_text', { kind: 'question', topic: category, title }),
        (_form, id) => [`/desk/texts/question/${id}`, 'This is the new question. It isn’t shown yet.'],
      ),
  })
})

const FOOTER = SECTIONS.map((section) => [section, section] as const)

export default function Texts() {
  const { texts, categories } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Texts</h1>
      <p className="muted small">
        The texts of the home page, the line above the header, links of the footer, the price of delivery, jobs, works
        and categories of questions are edited under <a href="/desk/settings">Settings</a>.
      </p>
      {(Object.keys(TEXT_KINDS) as TextKind[]).map((kind) => (
        <Panel key={kind} id={`kind-${kind}`} title={TEXT_KINDS[kind]}>
          {kind === 'mail' ? (
            <p className="muted small">
              Mails with a code or a link for signing in, a new password or a new address are templates of the Supabase
              project, and aren’t edited here.
            </p>
          ) : null}
          <ul className="desk-index">
            {ofKind(texts, kind).map((text) => (
              <TextItem key={text.id} text={text} />
            ))}
          </ul>
        </Panel>
      ))}
      <EditForm
        id="new-page"
        name="New page"
        schema={newPageSchema}
        intent="page"
        fields={[[line('title', 'Title of the page'), choice('section', 'Link in the footer', FOOTER, null, 'None')]]}
        button="Add the page"
      />
      <EditForm
        id="new-question"
        name="New question"
        schema={newQuestionSchema}
        intent="question"
        fields={[
          [
            line('title', 'Question'),
            choice('category', 'Category of the question', optionsOf(categories), null, 'Please choose'),
          ],
        ]}
        button="Add the question"
      />
    </>
  )
}

type ListedText = TextList['texts'][number]

function ofKind(texts: ListedText[], kind: TextKind): ListedText[] {
  const found = texts.filter((text) => text.kind === kind)
  if (kind !== 'mail') return found
  return WORDED_KINDS.flatMap((topic) => found.filter((text) => text.topic === topic))
}

function TextItem({ text }: { text: ListedText }) {
  const { kind, id, title, topic, is_shown: isShown } = text
  const mail = wordedKind(text)
  const [name, about] = mail ? [MAIL_NAMES[mail], title] : [title, kind === 'page' ? '' : topic]
  return (
    <li>
      <TextLink to={`/desk/texts/${kind}/${id}`} text={name} />{' '}
      <span className="desk-line muted small">
        <bdi>{about}</bdi>
        {isShown ? '' : ', not shown'}
      </span>
    </li>
  )
}
