import { m } from '~/language/messages'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PhoneField } from '~/phone/phone-field'
import { attempt, attemptMain } from '~/platform/attempt.server'
import { findShopper, requireShopper } from '~/platform/context.server'
import { invalid, parseForm, refused, withoutFiles } from '~/platform/http/forms.server'
import { NotLoaded } from '~/ui/empty'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { FormPage } from '~/ui/form-page'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { Notice } from '~/ui/progress/notice'
import { RadioGroup } from '~/ui/radio-group'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { ProfilePicture } from './profile-picture'
import { profileSetupSchema } from './profile.schema'
import { readProfile, updateProfile, type Profile } from './profile.server'
import { saveSetupDraft, takeSetupDraft } from './setup-draft.server'
import { saveAsPrimary } from '~/address/address-book.server'

export const handle: PageHandle = { styles: ['forms', 'choices'], withoutNewsletter: true }

export const meta = () => pageMeta(m.profile_setup(), { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await findShopper(context)
  if (!shopper) return { profile: null, hasFailed: false, isSignedIn: false }
  const profile = await attemptMain(context, 'profile not read', () => readProfile(shopper))
  return {
    profile,
    hasFailed: profile === null,
    isSignedIn: true,
    draft: await takeSetupDraft(context, request, shopper),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await parseForm(context.form, profileSetupSchema)
  if (!form.ok) return invalid(withoutFiles(form))
  if (!(await context.visitor.verify())) await saveSetupDraft(context)
  const shopper = await requireShopper(context, request)
  const { name, address, dob, city, gender, phone, picture } = form.value
  const change = { full_name: name, address, dob, city, gender, phone_number: phone ?? null }
  const updated = await updateProfile(context, shopper, change, picture)
  if (!updated.ok)
    return refused(
      withoutFiles(form),
      m.profile_not_updated({ reason: updated.refusal.message }),
      updated.refusal.status,
    )
  await attempt(context, 'address not added', () => saveAsPrimary(shopper, { name, address, city, phone }))
  return context.flashes.success('/my-account', m.profile_set_up())
}

export default function ProfileSetup() {
  const { profile, hasFailed, isSignedIn, draft } = { draft: undefined, ...useLoaderData<typeof loader>() }
  const actionData = useActionData<typeof action>()
  const form = useShopForm(
    'setup',
    profileSetupSchema,
    actionData && 'form' in actionData ? actionData.form : draft?.form,
  )
  if (hasFailed && !actionData)
    return (
      <FormPage title={m.profile_setup()}>
        <NotLoaded text={m.profile_not_loaded()} />
      </FormPage>
    )
  return (
    <FormPage title={m.profile_setup()} about={m.profile_setup_text()}>
      <form className="stack" encType="multipart/form-data" {...form.props}>
        <ErrorSummary form={form} />
        {draft?.lacksPicture ? <Notice type="info">{m.profile_picture_not_kept()}</Notice> : null}
        <ProfilePicture picture={profile?.avatar_url ?? null} field={form.field('picture')} />
        {isSignedIn ? null : <p className="muted small">{m.profile_picture_after_login()}</p>}
        <PersonFields form={form} profile={profile} />
        <PhoneField
          field={form.field('phone')}
          country={form.field('phoneCountry')}
          label={m.profile_phone()}
          stored={profile?.phone_number}
        />
        <SubmitButton className="button button-wide" busy={m.profile_saving()}>
          {m.profile_save()}
        </SubmitButton>
        <p className="account-head">
          <a className="link" href="/my-account">
            {m.profile_skip()}
          </a>
        </p>
      </form>
    </FormPage>
  )
}

interface PersonFieldsProps {
  form: ReturnType<typeof useShopForm<typeof profileSetupSchema>>
  profile: Profile | null
}

function PersonFields({ form, profile }: PersonFieldsProps) {
  return (
    <>
      <Field
        field={form.field('name')}
        label={m.profile_name()}
        autoComplete="name"
        placeholder={m.profile_name_example()}
        defaultValue={profile?.full_name}
      />
      <Field
        field={form.field('address')}
        label={m.profile_address()}
        autoComplete="address-line1"
        placeholder={m.profile_address_example()}
        defaultValue={profile?.address ?? ''}
      />
      <Field
        field={form.field('dob')}
        label={m.profile_date_of_birth()}
        type="date"
        autoComplete="bday"
        defaultValue={profile?.dob ?? ''}
      />
      <Field
        field={form.field('city')}
        label={m.profile_city()}
        autoComplete="address-level2"
        defaultValue={profile?.city ?? ''}
      />
      <RadioGroup
        field={form.field('gender')}
        legend={m.profile_gender()}
        options={[
          { value: 'female', label: m.profile_female() },
          { value: 'male', label: m.profile_male() },
        ]}
        defaultValue={profile?.gender ?? undefined}
      />
    </>
  )
}
