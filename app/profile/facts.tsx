import { m } from '~/language/messages'
import { Fragment } from 'react'
import { comma } from '~/language/names'
import { Picture } from '~/ui/picture'
import type { Profile } from './profile.server'

interface FactsProps {
  profile: Profile
  phone: string
  /** Its lines; null if it couldn't be read. */
  address: string[] | null
}

/** Renders the profile: its picture, or else the initial of the name, and what the shop knows. */
export function Facts({ profile, phone, address }: FactsProps) {
  return (
    <div className="panel stack">
      <div className="profile-picture">
        {profile.avatar_url ? (
          <Picture
            source={profile.avatar_url}
            alt={m.profile_your_picture()}
            widths={[160, 320]}
            sizes="96px"
            ratio="1/1"
            className="profile-face"
          />
        ) : (
          <span className="avatar profile-face" aria-hidden="true">
            {profile.full_name?.trim().charAt(0).toUpperCase()}
          </span>
        )}
        <dl className="facts">
          <Fact name={m.profile_full_name()} values={[profile.full_name]} />
          <Fact name={m.profile_email()} values={[profile.email]} />
          <Fact name={m.profile_phone()} values={[phone]} />
          <Fact name={m.profile_default_address()} values={address} addUrl="/profile/edit-location" />
        </dl>
      </div>
      <p className="help-actions">
        <a className="button button-outline" href="/profile?edit">
          {m.profile_edit()}
        </a>{' '}
        <a className="link" href="/profile/edit-location">
          {m.profile_addresses()}
        </a>{' '}
        <a className="link" href="/profile/account">
          {m.profile_account()}
        </a>
      </p>
    </div>
  )
}

interface FactProps {
  name: string
  /** Its lines; null if they couldn't be read. */
  values: (string | null)[] | null
  addUrl?: string
}

function Fact({ name, values, addUrl = '/profile?edit' }: FactProps) {
  const known = values?.filter(Boolean) ?? [m.profile_addresses_failed()]
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {known.map((value, index) => (
          <Fragment key={value}>
            {index > 0 ? <br /> : null}
            <bdi>{value}</bdi>
            {index < known.length - 1 ? comma() : null}
          </Fragment>
        ))}
        {known.length > 0 ? null : (
          <a className="link" href={addUrl}>
            {m.profile_add()}
          </a>
        )}
      </dd>
    </div>
  )
}
