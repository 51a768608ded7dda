import { useEffect, useState } from 'react'
import { area } from '~/platform/hydration/area'
import { DEFAULT_PHONE_COUNTRY, PHONE_COUNTRIES } from './phone-countries'

/** The search waits for a pause in typing (document 2, section 9). */
const SEARCH_AFTER_MS = 250

/** The country of a phone number: a list to choose from and, once scripts run, to search. */
export const PhoneCountry = area('ui/phone-country', CountryList)

interface CountryListProps {
  id: string
  name: string
  first?: string
}

function CountryList({ id, name, first = DEFAULT_PHONE_COUNTRY }: CountryListProps) {
  const [isThere, setThere] = useState(false)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(first)
  useEffect(() => setThere(true), [])
  const wanted = useLater(search.trim().toLowerCase(), SEARCH_AFTER_MS)
  const found = PHONE_COUNTRIES.filter(
    ([code, country, calling]) =>
      code === chosen || country.toLowerCase().includes(wanted) || `+${calling}`.startsWith(wanted),
  )
  return (
    <>
      {isThere ? (
        <input
          type="search"
          aria-label="Search phone countries"
          placeholder="Search countries"
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      ) : null}
      <select id={id} name={name} autoComplete="off" value={chosen} onChange={({ target }) => setChosen(target.value)}>
        {found.map(([code, country, calling]) => (
          <option key={code} value={code}>
            {country} (+{calling})
          </option>
        ))}
      </select>
    </>
  )
}

/** What was last said, once nothing else has been for so long. */
function useLater(value: string, milliseconds: number): string {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return later
}
