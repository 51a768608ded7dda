import type { ReactNode } from 'react'
import { OptionList, type Options } from '../form/choice-field'

/** The search and filters of a list; a GET form, so that an address can be kept as a bookmark. */
export function Filters({ action, name, button = 'Show', children }: FiltersProps) {
  return (
    <form className="desk-filters" action={action} role="search" aria-label={name}>
      {children}
      <button className="button button-outline">{button}</button>
    </form>
  )
}

interface FiltersProps {
  action: string
  name?: string
  button?: string
  children: ReactNode
}

export function SearchField({ label, value, name = 'search' }: { label: string; value: string; name?: string }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type="search"
        dir="auto"
        autoCapitalize="none"
        maxLength={100}
        defaultValue={value}
      />
    </div>
  )
}

interface FilterProps {
  name: string
  label: string
  value: string | null
  options: Options
  /** The words for no filter; without them there is always one. */
  all?: string
}

export function Filter({ name, label, value, options, all }: FilterProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value ?? ''}>
        <OptionList none={all} options={options} />
      </select>
    </div>
  )
}

/** A filter by a day, as yyyy-mm-dd. */
export function DayFilter({ name, label, value }: { name: string; label: string; value: string | null }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} type="date" defaultValue={value ?? ''} />
    </div>
  )
}

/** Filters that phones fold. `isOpen` says whether one of them is set. */
export function MoreFilters({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <details className="desk-more" open={isOpen}>
      <summary>Filters</summary>
      <div className="desk-filters">{children}</div>
    </details>
  )
}

interface TwoListsProps {
  path: string
  lists: Record<string, string>
  list: string
  label: string
  search: string
}

/** The search of one of two lists, and the link to the other. */
export function TwoLists({ path, lists, list, label, search }: TwoListsProps) {
  const other = Object.keys(lists).find((one) => one !== list) ?? list
  return (
    <>
      <p>
        <a href={`${path}?${new URLSearchParams({ list: other, search })}`}>{lists[other]}</a>
      </p>
      <Filters action={path}>
        <input type="hidden" name="list" value={list} />
        <SearchField label={label} value={search} />
      </Filters>
    </>
  )
}

interface TabsProps {
  /** What the lists are, for screen readers. */
  name: string
  tabs: Options
  shown: string
}

export function Tabs({ name, tabs, shown }: TabsProps) {
  return (
    <nav className="desk-tabs" aria-label={name}>
      {tabs.map(([to, words]) => (
        <a key={to} href={to} aria-current={to === shown ? 'page' : undefined}>
          {words}
        </a>
      ))}
    </nav>
  )
}
