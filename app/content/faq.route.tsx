import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Breadcrumb } from '~/ui/breadcrumb'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { ContentUnavailable } from './content-page'
import { listQuestions } from './content.server'

export const handle: PageHandle = { styles: ['content'] }

export const meta = () => pageMeta('FAQ', { description: 'Answers about accounts, deliveries, orders and payments.' })

export async function loader({ context }: LoaderFunctionArgs) {
  return { questions: await listQuestions(context) }
}

export default function Faq() {
  const { questions } = useLoaderData<typeof loader>()
  if (!questions) return <ContentUnavailable name="the FAQ" />
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: 'Home', to: '/' }, { name: 'FAQ' }]} />
      <h1>FAQ</h1>
      <div className="content">
        {questions.map(({ id, question, answer, faq_categories: category }) => (
          <details key={id} className="panel">
            <summary>{question}</summary>
            <p>{answer}</p>
            <a className="link" href={`/faq/${category.slug}`}>
              More on {category.title}
            </a>
          </details>
        ))}
      </div>
    </div>
  )
}
