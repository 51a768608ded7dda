import type { SubmissionResult } from '@conform-to/react'
import type { InputHTMLAttributes } from 'react'
import { fieldError, typed } from './form-errors'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  hint?: string
  reply?: SubmissionResult
  /** Takes the whole row where fields stand two by two. */
  whole?: boolean
}

/**
 * A labelled input with its hint and its error, keeping what was typed. The error goes once the field is edited. A password can be shown
 * where scripts run (platform/hydration/page-acts.ts).
 */
export function Field({ name, label, hint, reply, whole = false, defaultValue, ...input }: FieldProps) {
  const error = fieldError(reply, name)
  const about = [hint ? `${name}-hint` : '', error ? `${name}-error` : ''].filter(Boolean).join(' ')
  const control = (
    <input
      id={name}
      name={name}
      dir="auto"
      defaultValue={input.type === 'password' ? undefined : (typed(reply, name) ?? defaultValue)}
      aria-invalid={error ? true : undefined}
      aria-describedby={about || undefined}
      {...input}
    />
  )
  return (
    <div className={whole ? 'field whole' : 'field'}>
      <label htmlFor={name}>{label}</label>{' '}
      {hint ? (
        <span className="hint" id={`${name}-hint`}>
          {hint}
        </span>
      ) : null}
      {input.type === 'password' ? (
        <span className="password">
          {control}
          <button type="button" className="link" data-shows={name} hidden>
            Show <span className="hidden-visually">{label}</span>
          </button>
        </span>
      ) : (
        control
      )}
      {error ? (
        <span className="error" id={`${name}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  )
}
