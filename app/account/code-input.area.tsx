import type { SubmissionResult } from '@conform-to/react'
import { useEffect, useState } from 'react'
import { area } from '~/platform/hydration/area'
import { Field } from '~/ui/field'
import { SubmitButton } from '~/ui/submit-button'

/** The code and its button; once React is there the button waits for six digits and other signs are stripped. */
export const CodeInput = area('account/code-input', Code)

function Code({ reply }: { reply?: SubmissionResult }) {
  const [isReady, setReady] = useState(true)
  useEffect(() => {
    const input = document.querySelector<HTMLInputElement>('#code')
    if (!input) return
    const clean = () => {
      input.value = input.value.replace(/\D/g, '').slice(0, 6)
      setReady(input.value.length === 6)
    }
    clean()
    input.addEventListener('input', clean)
    return () => input.removeEventListener('input', clean)
  }, [])
  return (
    <>
      <Field
        name="code"
        label="Verification code"
        inputMode="numeric"
        autoComplete="one-time-code"
        className="code-input"
        reply={reply}
      />
      <SubmitButton className="button button-wide" busy="Verifying..." disabled={!isReady}>
        Verify Code
      </SubmitButton>
    </>
  )
}
