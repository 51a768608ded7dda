import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { Picture } from '~/ui/picture'
import { OptionList, optionsOf } from '../../form/choice-field'
import { shown } from '../../form/edit-fields'
import { MAX_ALT, MAX_CAPTION, pictureField, ROLE_OPTIONS } from './picture-fields'
import type { Choice, DeskPicture } from '../products.server'

interface KnownPictureProps {
  picture: DeskPicture
  product: string
  /** In the order of the page, from 1. */
  place: number
  colors: readonly Choice[]
  reply: SubmissionResult | undefined
}

/** A picture that the product has, with its place, description and colour. */
export function KnownPicture({ picture, product, place, colors, reply }: KnownPictureProps) {
  const {
    id,
    url,
    alt,
    color_id: color,
    role,
    focus,
    caption,
    is_banner: isBanner,
    has_original: hasOriginal,
  } = picture
  const value = (name: Parameters<typeof pictureField>[0], now: string) => shown(reply, pictureField(name, id), now)
  const name = `picture ${place}`
  const about = <span className="hidden-visually">of {name}</span>
  return (
    <li className="desk-known">
      <Picture
        source={url}
        alt={alt ?? `Picture ${place}`}
        widths={[160, 320]}
        sizes="120px"
        focus={focus ?? undefined}
      />
      <label className="field">
        <span>Place {about}</span>
        <input
          name={pictureField('place', id)}
          defaultValue={value('place', String(place))}
          inputMode="numeric"
          dir="ltr"
          maxLength={3}
          autoComplete="off"
        />
      </label>
      <Chosen label="Colour" about={name} name={pictureField('color', id)} chosen={value('color', color ?? '')}>
        <OptionList none="All colours" options={optionsOf(colors)} />
      </Chosen>
      <Chosen label="Shows" about={name} name={pictureField('role', id)} chosen={value('role', role ?? '')}>
        <OptionList none="Not said" options={ROLE_OPTIONS} />
      </Chosen>
      <label className="field">
        <span>Description {about}</span>
        <textarea
          name={pictureField('alt', id)}
          defaultValue={value('alt', alt ?? '')}
          rows={1}
          dir="auto"
          maxLength={MAX_ALT}
        />
      </label>
      <label className="field">
        <span>Words below it {about}</span>
        <input
          name={pictureField('caption', id)}
          defaultValue={value('caption', caption ?? '')}
          dir="auto"
          maxLength={MAX_CAPTION}
          autoComplete="off"
        />
      </label>
      <div className="desk-pages">
        <Tick name={pictureField('banner', id)} isTicked={value('banner', isBanner ? 'on' : '') === 'on'}>
          Home page banner
        </Tick>
        <Tick name={pictureField('remove', id)} isTicked={value('remove', '') === 'on'}>
          Remove <span className="hidden-visually">{name}</span>
        </Tick>
        <a className="button button-outline desk-small" href={`/desk/products/${product}/pictures/${id}/focus`}>
          Focus point of {name}
        </a>
        {hasOriginal ? (
          <a className="button button-outline desk-small" href={`/desk/products/${product}/pictures/${id}`}>
            Crop {name}
          </a>
        ) : null}
      </div>
    </li>
  )
}

interface ChosenProps {
  label: string
  /** The picture's name, for screen readers. */
  about: string
  name: string
  chosen: string
  /** Its options. */
  children: ReactNode
}

function Chosen({ label, about, name, chosen, children }: ChosenProps) {
  return (
    <label className="field">
      <span>
        {label} <span className="hidden-visually">of {about}</span>
      </span>
      <select name={name} defaultValue={chosen}>
        {children}
      </select>
    </label>
  )
}

function Tick({ name, isTicked, children }: { name: string; isTicked: boolean; children: ReactNode }) {
  return (
    <label className="check">
      <input type="checkbox" name={name} defaultChecked={isTicked} /> <span>{children}</span>
    </label>
  )
}
