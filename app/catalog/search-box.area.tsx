import { useEffect, useState, type KeyboardEvent } from 'react'
import { area } from '~/platform/hydration/area'
import { Icon } from '~/ui/icon'
import { SORTS, type Sort } from './listing-query'
import type { Suggestions } from './suggestions.route'

const DEBOUNCE_MS = 300
const SHORTEST = 2

/** The search form; with React, suggestions under it (document 1, sections 2 and 9). */
export const SearchBox = area('catalog/search-box', Search, 'touch')

interface SearchProps {
  /** What the page shows results for. */
  search: string
  /** The order of the page's list, which a search keeps (A17). */
  sort: Sort
}

function Search({ search, sort }: SearchProps) {
  const [answer, setAnswer] = useState<Suggestions>()
  const [text, setText] = useState(search)
  const [isLive, setLive] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const kept = sort === 'latest' ? undefined : SORTS.find((option) => option.sort === sort)
  const term = text.trim()
  const suggestions = answer?.term === term ? answer.suggestions : []
  const isShown = isOpen && answer?.term === term && term.length >= SHORTEST

  useEffect(() => setLive(true), [])
  useEffect(() => {
    if (term.length < SHORTEST) return
    const ending = new AbortController()
    const timer = setTimeout(() => {
      // Without an answer the box is what it is without React: a form that searches.
      suggest(term, ending.signal).then(setAnswer, () => undefined)
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [term])

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape' && isShown) {
      // The browser would empty the field.
      event.preventDefault()
      setOpen(false)
    }
    if (!isOpen || suggestions.length === 0) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setChosen((chosen + step + suggestions.length) % suggestions.length)
    }
    const picked = suggestions[chosen]
    if (event.key === 'Enter' && picked) {
      event.preventDefault()
      window.location.assign(`/product/${picked.slug}`)
    }
  }

  return (
    <form className="search" role="search" action="/product-listing">
      {kept ? (
        <>
          <input type="hidden" name="sortBy" value={kept.sortBy} />
          <input type="hidden" name="sortOrder" value={kept.sortOrder} />
        </>
      ) : null}
      <button>
        <Icon name="search" label="Search" />
      </button>
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        name="search"
        dir="auto"
        aria-label="Search products"
        placeholder="Search bras, nightwear…"
        autoComplete="off"
        maxLength={80}
        key={search}
        defaultValue={search}
        {...(isLive ? { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': isShown } : {})}
        aria-controls={isShown ? 'suggestions' : undefined}
        aria-activedescendant={isShown && chosen >= 0 ? `suggestion-${chosen}` : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(-1)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTimeout(() => setOpen(false), 150)}
      />
      {isShown ? (
        <div id="suggestions" role="listbox" aria-label="Suggestions" className="suggestions">
          {suggestions.length === 0 ? (
            <div role="option" aria-selected="false" className="muted">
              No suggestions found
            </div>
          ) : null}
          {suggestions.map(({ id, name, category_name: category, slug, price, picture }, place) => (
            <a
              key={id}
              id={`suggestion-${place}`}
              role="option"
              aria-selected={place === chosen}
              tabIndex={-1}
              href={`/product/${slug}`}
            >
              {picture ? <img src={picture} alt="" width="44" height="55" /> : null}
              <span>
                {name}{' '}
                <small className="muted">
                  <b>{price}</b> {category}
                </small>
              </span>
            </a>
          ))}
        </div>
      ) : null}
    </form>
  )
}

async function suggest(term: string, signal: AbortSignal): Promise<Suggestions> {
  const response = await fetch(`/search-suggestions?q=${encodeURIComponent(term)}`, { signal })
  if (!response.ok) throw new Error(`Suggestions answered ${response.status}.`)
  return (await response.json()) as Suggestions
}
