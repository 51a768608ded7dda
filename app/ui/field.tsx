import type { SubmissionResult } from '@conform-to/react'
import { useState, type InputHTMLAttributes } from 'react'
import { fieldError, typed } from './form-errors'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  hint?: string
  reply?: SubmissionResult
  /** Takes the whole row where fields stand two by two. */
  whole?: boolean
}

/** A labelled input with its hint and its error, keeping what was typed. */
export function Field({ name, label, hint, reply, whole = false, defaultValue, ...input }: FieldProps) {
  // What was said of the field is about what stood in it then (document 1, section 4).
  const [editedReply, setEditedReply] = useState<SubmissionResult>()
  const error = reply && editedReply === reply ? undefined : fieldError(reply, name)
  const about = [hint ? `${name}-hint` : '', error ? `${name}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={whole ? 'field whole' : 'field'}>
      <label htmlFor={name}>{label}</label>
      {hint ? (
        <span className="hint" id={`${name}-hint`}>
          {hint}
        </span>
      ) : null}
      <input
        id={name}
        name={name}
        dir="auto"
        defaultValue={input.type === 'password' ? undefined : (typed(reply, name) ?? defaultValue)}
        aria-invalid={error ? true : undefined}
        aria-describedby={about || undefined}
        onInput={() => setEditedReply(reply)}
        {...input}
      />
      {error ? (
        <span className="error" id={`${name}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  )
}
