import { m } from '~/language/messages'
import { useEffect, useState } from 'react'
import { area } from '~/platform/hydration/area'
import { plainText } from '~/platform/text'
import { Field } from '~/ui/field'
import type { ShopField } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'

/** The code's field and button. After hydration the button needs six digits, and other characters are removed (SU-26, SU-28). */
export const CodeInput = area('account/sign-up/code-input', Code)

function Code({ field }: { field: ShopField }) {
  const { id } = field
  const [isReady, setReady] = useState(true)
  useEffect(() => {
    const input = document.getElementById(id)
    if (!(input instanceof HTMLInputElement)) return
    const clean = () => {
      input.value = plainText(input.value).replace(/\D/g, '').slice(0, 6)
      setReady(input.value.length === 6)
    }
    clean()
    input.addEventListener('input', clean)
    return () => input.removeEventListener('input', clean)
  }, [id])
  return (
    <>
      <Field
        field={field}
        label={m.account_code()}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="code-input"
      />
      <SubmitButton className="button button-wide" busy={m.account_verifying()} disabled={!isReady}>
        {m.account_verify_code()}
      </SubmitButton>
    </>
  )
}
