import { m } from '~/language/messages'
import type { FaqQuery } from './faq-query'

/** The search among the questions, within a category if the page shows one. */
export function FaqSearch({ query = { category: '', search: '' } }: { query?: Pick<FaqQuery, 'category' | 'search'> }) {
  return (
    <form className="faq-search" action="/faq" role="search" aria-label={m.content_faqs()}>
      {query.category ? <input type="hidden" name="category" value={query.category} /> : null}
      <label className="hidden-visually" htmlFor="faq-search">
        {m.content_search_faqs()}
      </label>
      <input
        id="faq-search"
        type="search"
        name="q"
        dir="auto"
        placeholder={m.content_search_faqs_hint()}
        defaultValue={query.search}
        maxLength={100}
      />
      <button className="button">{m.content_search()}</button>
    </form>
  )
}
