import { m } from '~/language/messages'
import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { addressLine } from '~/address/address-lines'
import { requireShopper } from '~/platform/context.server'
import { invalid, parseForm, refused, withoutFiles } from '~/platform/http/forms.server'
import { PhoneField } from '~/phone/phone-field'
import { attempt, attemptMain } from '~/platform/attempt.server'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { pageMeta } from '~/ui/page-meta'
import { readOnlyField, useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { NotLoaded } from '~/ui/empty'
import { listAddresses } from '~/address/address-book.server'
import { Facts } from './facts'
import { ProfilePicture } from './profile-picture'
import { profileSchema } from './profile.schema'
import { readProfile, displayPhone, updateProfile, type Profile } from './profile.server'

export const meta = () => pageMeta(m.profile_my_profile(), { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const [profile, addresses] = await Promise.all([
    attemptMain(context, 'profile not read', () => readProfile(shopper)),
    attempt(context, 'addresses not read', () => listAddresses(shopper)),
  ])
  const primary = addresses?.find((address) => address.is_primary)
  return {
    profile,
    address: addresses && (primary ? [addressLine(primary, 'street'), addressLine(primary, 'town')] : []),
    phone: profile ? displayPhone(profile) : '',
    isEditing: new URL(request.url).searchParams.has('edit'),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const shopper = await requireShopper(context, request, m.profile_not_signed_in())
  const form = await parseForm(context.form, profileSchema)
  if (!form.ok) return invalid(withoutFiles(form))
  const { fullName, phone, picture } = form.value
  const updated = await updateProfile(context, shopper, { full_name: fullName, phone_number: phone ?? null }, picture)
  if (!updated.ok)
    return refused(
      withoutFiles(form),
      m.profile_not_updated({ reason: updated.refusal.message }),
      updated.refusal.status,
    )
  return context.flashes.success('/profile', m.profile_updated())
}

export default function MyProfile() {
  const { profile, isEditing, ...facts } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const reply = actionData && 'form' in actionData ? actionData.form : undefined
  if (!profile)
    return (
      <>
        <h1>{m.profile_my_profile()}</h1>
        <NotLoaded text={isEditing ? m.profile_not_fetched() : m.profile_not_loaded()} />
      </>
    )
  return (
    <>
      <h1>{m.profile_my_profile()}</h1>
      {isEditing || reply ? <ProfileForm profile={profile} reply={reply} /> : <Facts profile={profile} {...facts} />}
    </>
  )
}

function ProfileForm({ profile, reply }: { profile: Profile; reply?: SubmissionResult }) {
  const form = useShopForm('profile', profileSchema, reply)
  return (
    <form className="panel stack" encType="multipart/form-data" action="/profile?index&edit" {...form.props}>
      <ErrorSummary form={form} />
      <ProfilePicture picture={profile.avatar_url} field={form.field('picture')} />
      <Field
        field={form.field('fullName')}
        label={m.profile_full_name()}
        autoComplete="name"
        defaultValue={profile.full_name}
      />
      <Field
        field={readOnlyField('email')}
        label={m.profile_email()}
        type="email"
        value={profile.email ?? ''}
        readOnly
      />
      <PhoneField
        field={form.field('phone')}
        country={form.field('phoneCountry')}
        label={m.profile_phone()}
        stored={profile.phone_number}
      />
      <div className="between">
        <SubmitButton className="button" busy={m.profile_saving()}>
          {m.profile_save()}
        </SubmitButton>
        <a className="link" href="/profile">
          {m.profile_cancel()}
        </a>
      </div>
    </form>
  )
}
