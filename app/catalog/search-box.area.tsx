import { m } from '~/language/messages'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { area } from '~/platform/hydration/area'
import { Icon } from '~/ui/icon'
import type { Suggestions } from './suggestions.route'
import { RowText } from '~/ui/free-text'

const DEBOUNCE_MS = 300
const MIN_TERM_LENGTH = 2

/** Renders the search form; React adds suggestions (HD-15 to HD-24). */
export const SearchBox = area('catalog/search-box', Search, 'touch')

interface SearchProps {
  search: string
  /** The parameters of the current page's sort order. */
  kept?: { sortBy: string; sortOrder: string }
}

function Search({ search, kept }: SearchProps) {
  const [text, setText] = useState(search)
  const [isLive, setLive] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const term = text.trim()
  const found = useSuggestions(term)
  const suggestions = found?.term === term ? found.suggestions : []
  const count = suggestions?.length ?? 0
  const isShown = isOpen && found?.term === term && term.length >= MIN_TERM_LENGTH

  useEffect(() => setLive(true), [])

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape' && isShown) {
      // Prevent the browser from clearing the field.
      event.preventDefault()
      setOpen(false)
    }
    if (!isOpen || count === 0) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setChosen((chosen + step + count) % count)
    }
    const picked = suggestions?.[chosen]
    if (event.key === 'Enter' && picked) {
      event.preventDefault()
      window.location.assign(picked.url)
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
        <Icon name="search" label={m.catalog_search()} />
      </button>
      <input
        inputMode="search"
        name="search"
        dir="auto"
        aria-label={m.catalog_search_products()}
        placeholder={m.catalog_search_hint()}
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
      {isShown ? <SuggestionList suggestions={suggestions} chosen={chosen} /> : null}
    </form>
  )
}

function SuggestionList({ suggestions, chosen }: { suggestions: Suggestions['suggestions']; chosen: number }) {
  return (
    <div id="suggestions" role="listbox" aria-label={m.catalog_suggestions()} className="suggestions">
      {suggestions?.length ? null : (
        <div role="option" aria-selected="false" className="muted">
          {suggestions ? m.catalog_no_suggestions_found() : m.catalog_no_suggestions_now()}
        </div>
      )}
      {suggestions?.map(({ id, name, category_name: category, url, price, picture }, index) => (
        <a key={id} id={`suggestion-${index}`} role="option" aria-selected={index === chosen} tabIndex={-1} href={url}>
          {picture ? <img src={picture} alt="" width="44" height="55" /> : null}
          <span>
            <RowText text={name} />{' '}
            <small className="muted">
              <b>{price}</b>
              {category ? (
                <>
                  {' · '}
                  <RowText text={category} />
                </>
              ) : null}
            </small>
          </span>
        </a>
      ))}
    </div>
  )
}

/** Returns the suggestions for the last term that was long enough, after a pause in typing. */
function useSuggestions(term: string): Suggestions | undefined {
  const [found, setFound] = useState<Suggestions>()
  useEffect(() => {
    if (term.length < MIN_TERM_LENGTH) return
    const ending = new AbortController()
    const timer = setTimeout(() => {
      suggest(term, ending.signal).then(setFound, () => {
        if (!ending.signal.aborted) setFound({ term, suggestions: null })
      })
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [term])
  return found
}

async function suggest(term: string, signal: AbortSignal): Promise<Suggestions> {
  const response = await fetch(`/search-suggestions?q=${encodeURIComponent(term)}`, { signal })
  if (!response.ok) throw new Error(`Suggestions answered ${response.status}.`)
  return (await response.json()) as Suggestions
}
