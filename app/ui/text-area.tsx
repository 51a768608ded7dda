import type { SubmissionResult } from '@conform-to/react'
import type { TextareaHTMLAttributes } from 'react'
import { fieldError, typed } from './form-errors'

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  name: string
  label: string
  reply?: SubmissionResult
}

/** A labelled text of several lines with its error, keeping what was typed. */
export function TextArea({ name, label, reply, defaultValue, ...area }: TextAreaProps) {
  const error = fieldError(reply, name)
  return (
    <div className="field whole">
      <label htmlFor={name}>{label}</label>
      <textarea
        id={name}
        name={name}
        rows={5}
        dir="auto"
        defaultValue={typed(reply, name) ?? defaultValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
        {...area}
      />
      {error ? (
        <span className="error" id={`${name}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  )
}
