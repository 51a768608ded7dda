import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { attempt } from '~/platform/attempt.server'
import { requireShopper } from '~/platform/context.server'
import { invalid, parseForm, refused, withoutFiles } from '~/platform/http/forms.server'
import { Field } from '~/ui/field'
import { ErrorSummary, fieldError, typed } from '~/ui/form-errors'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { SubmitButton } from '~/ui/submit-button'
import { ProfilePicture } from './profile-picture'
import { SetupForm } from './profile.schema'
import { readProfile, shownPhone, updateProfile } from './profile.server'

export const handle: PageHandle = { styles: ['forms', 'choices'] }

export const meta = () => pageMeta('Profile Setup', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const profile = await attempt(context, 'profile not read', () => readProfile(shopper))
  return { profile, phone: profile ? shownPhone(profile) : '' }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await parseForm(context.form, SetupForm)
  const shopper = await requireShopper(context, request)
  if (!form.ok) return invalid(withoutFiles(form))
  const { name, address, dob, city, gender, phone, picture } = form.value
  const change = { full_name: name, address, dob, city, gender, phone_number: phone }
  const updated = await updateProfile(context, shopper, change, picture)
  if (!updated.ok)
    return refused(withoutFiles(form), `Failed to update profile: ${updated.refusal.message}`, updated.refusal.status)
  return context.flashes.success('/my-account', 'Saved Profile info')
}

export default function ProfileSetup() {
  const { profile, phone } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const reply = answer && 'form' in answer ? answer.form : undefined
  const gender = typed(reply, 'gender') ?? profile?.gender
  return (
    <div className="wrap section">
      <div className="account">
        <div className="account-head">
          <h1>Profile Setup</h1>
        </div>
        <form className="stack" method="post" encType="multipart/form-data" noValidate>
          <ErrorSummary reply={reply} />
          <ProfilePicture picture={profile?.avatar_url ?? null} />
          <Field
            name="name"
            label="Name"
            autoComplete="name"
            placeholder="Ayesha Khan"
            defaultValue={profile?.full_name}
            reply={reply}
          />
          <Field
            name="address"
            label="Address"
            autoComplete="address-line1"
            placeholder="12-B Gulberg III"
            defaultValue={profile?.address ?? ''}
            reply={reply}
          />
          <Field
            name="dob"
            label="Date of birth"
            type="date"
            autoComplete="bday"
            defaultValue={profile?.dob ?? ''}
            reply={reply}
          />
          <Field
            name="city"
            label="City"
            autoComplete="address-level2"
            defaultValue={profile?.city ?? ''}
            reply={reply}
          />
          <fieldset id="gender" aria-describedby={fieldError(reply, 'gender') ? 'gender-error' : undefined}>
            <legend>Gender</legend>
            <div className="choices size">
              {(['female', 'male'] as const).map((value) => (
                <label key={value}>
                  <input type="radio" name="gender" value={value} defaultChecked={gender === value} />
                  <span>{value === 'female' ? 'Female' : 'Male'}</span>
                </label>
              ))}
            </div>
            {fieldError(reply, 'gender') ? (
              <span className="error" id="gender-error">
                {fieldError(reply, 'gender')}
              </span>
            ) : null}
          </fieldset>
          <Field
            name="phone"
            label="Phone"
            type="tel"
            autoComplete="tel"
            placeholder="0300 1234567"
            defaultValue={phone}
            reply={reply}
          />
          <SubmitButton className="button button-wide" busy="Saving...">
            Save
          </SubmitButton>
        </form>
      </div>
    </div>
  )
}
