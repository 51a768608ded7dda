import type { SubmissionResult } from '@conform-to/react'
import { useEffect, useState } from 'react'
import { Field } from './field'
import { typed } from './form-errors'
import { DEFAULT_PHONE_COUNTRY, PHONE_COUNTRIES } from './phone-countries'

/** The search waits for a pause in typing (document 2, section 9). */
const SEARCH_AFTER_MS = 250
/** The most digits a number has (E.164); document 2, section 5. */
const MOST_DIGITS = 15

interface PhoneFieldProps {
  name: string
  label: string
  hint?: string
  autoComplete?: string
  defaultValue?: string
  reply?: SubmissionResult
  /** Takes more than 15 digits; off wherever the shop asks (A29). */
  allowsLongNumbers?: boolean
}

/** A phone number and the country it is from: a list to choose from and, once scripts run, to search. */
export function PhoneField({
  name,
  label,
  hint,
  autoComplete = 'tel',
  defaultValue,
  reply,
  allowsLongNumbers = false,
}: PhoneFieldProps) {
  const [isThere, setThere] = useState(false)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(typed(reply, `${name}Country`) ?? DEFAULT_PHONE_COUNTRY)
  useEffect(() => setThere(true), [])
  useEffect(() => {
    const input = document.getElementById(name)
    if (allowsLongNumbers || !(input instanceof HTMLInputElement)) return
    const cap = () => {
      if (input.value !== capped(input.value)) input.value = capped(input.value)
    }
    input.addEventListener('input', cap)
    return () => input.removeEventListener('input', cap)
  }, [name, allowsLongNumbers])
  const wanted = useLater(search.trim().toLowerCase(), SEARCH_AFTER_MS)
  const found = PHONE_COUNTRIES.filter(
    ([code, country, calling]) =>
      code === chosen || country.toLowerCase().includes(wanted) || `+${calling}`.startsWith(wanted),
  )
  return (
    <div className="phone-field whole">
      <div className="field">
        <label htmlFor={`${name}Country`}>Phone country</label>
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
        <select
          id={`${name}Country`}
          name={`${name}Country`}
          autoComplete="off"
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          {found.map(([code, country, calling]) => (
            <option key={code} value={code}>
              {country} (+{calling})
            </option>
          ))}
        </select>
      </div>
      <Field
        name={name}
        label={label}
        type="tel"
        autoComplete={autoComplete}
        hint={hint}
        defaultValue={defaultValue}
        reply={reply}
      />
    </div>
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

/** The text without what comes after the fifteenth digit. */
function capped(text: string): string {
  let digits = 0
  return [...text].filter((sign) => !/\d/.test(sign) || ++digits <= MOST_DIGITS).join('')
}
