import { m } from '~/language/messages'
import { freeText } from '~/ui/free-text'
import type { Question } from '../content.server'

export function Questions({ questions }: { questions: Question[] }) {
  return (
    <div className="questions">
      {questions.map(({ id, question, answer, faq_categories: category }) => (
        <details key={id} className="panel">
          <summary>
            <span {...freeText(question)}>{question}</span>
          </summary>
          <p {...freeText(answer)}>{answer}</p>
          <a className="link" href={`/faq/${category.slug}`}>
            {m.content_more_on({ category: category.title })}
          </a>{' '}
        </details>
      ))}
    </div>
  )
}
