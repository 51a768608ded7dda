import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { WORDED_KINDS } from '~/mails/words/default-words'
import { MAIL_NAMES } from '~/mails/words/mail-names'
import { freeText } from '~/ui/free-text'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { usePostedForm } from '../posted-form'
import { makeText } from './new-text-actions.server'
import { NewPageForm, NewQuestionForm } from './new-text-forms'
import { TEXT_KINDS, type TextKind } from './text-kinds'
import { wordedKind } from './mail-text'
import { listTexts, type TextList } from './texts.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Texts', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  return listTexts(await requireOperator(context, request))
}

/** Makes a page or a question, and redirects to its page. */
export async function action({ request, context }: ActionFunctionArgs) {
  return makeText(context, await requireOperator(context, request))
}

export default function Texts() {
  const { texts, categories } = useLoaderData<typeof loader>()
  const reply = usePostedForm(useActionData<typeof action>()?.form)
  const intent = reply?.initialValue?.intent
  return (
    <>
      <h1>Texts</h1>
      <p className="muted small">
        The texts of the home page and the line above the header are edited under <a href="/desk/home">Home page</a>,
        the price of delivery that texts quote under <a href="/desk/delivery">Delivery</a>.
      </p>
      {(Object.keys(TEXT_KINDS) as TextKind[]).map((kind) => (
        <section key={kind} className="panel stack" aria-labelledby={`kind-${kind}`}>
          <h2 id={`kind-${kind}`}>{TEXT_KINDS[kind]}</h2>
          {kind === 'mail' ? (
            <p className="muted small">
              Mails with a code or a link for signing in, a new password or a new address are templates of the Supabase
              project, and aren’t edited here.
            </p>
          ) : null}
          <ul>
            {ofKind(texts, kind).map((text) => (
              <TextItem key={text.id} text={text} />
            ))}
          </ul>
        </section>
      ))}
      <NewPageForm reply={intent === 'page' ? reply : undefined} />
      <NewQuestionForm categories={categories} reply={intent === 'question' ? reply : undefined} />
    </>
  )
}

type ListedText = TextList['texts'][number]

/** Returns the texts of a kind, mails in the order in which shoppers get them. */
function ofKind(texts: ListedText[], kind: TextKind): ListedText[] {
  const found = texts.filter((text) => text.kind === kind)
  if (kind !== 'mail') return found
  return WORDED_KINDS.flatMap((topic) => found.filter((text) => text.topic === topic))
}

function TextItem({ text }: { text: ListedText }) {
  const { kind, id, title, topic, is_shown: isShown } = text
  const mail = wordedKind(text)
  const [name, about] = mail ? [MAIL_NAMES[mail], title] : [title, topic]
  return (
    <li>
      <a className="link" href={`/desk/texts/${kind}/${id}`} {...freeText(name)}>
        {name}
      </a>{' '}
      <span className="muted small">
        <bdi>{about}</bdi>
        {isShown ? '' : ', not shown'}
      </span>
    </li>
  )
}
