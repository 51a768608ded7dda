import type { SubmissionResult } from '@conform-to/react'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { Picture } from '~/ui/picture'
import { OptionList, optionsOf } from '../../form/choice-field'
import { shown } from '../../form/edit-fields'
import { MAX_ALT, pictureField } from './picture-fields'
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
  const { id, url, alt, color_id: color, is_banner: isBanner, has_original: hasOriginal } = picture
  const value = (name: Parameters<typeof pictureField>[0], now: string) => shown(reply, pictureField(name, id), now)
  const name = `picture ${place}`
  const text = (label: string, field: 'place' | 'alt', now: string, props: InputHTMLAttributes<HTMLInputElement>) => (
    <label className="field">
      {label} of {name}
      <input name={pictureField(field, id)} defaultValue={value(field, now)} autoComplete="off" {...props} />
    </label>
  )
  return (
    <li className="desk-picture">
      <Picture source={url} alt={alt ?? `Picture ${place}`} widths={[160, 320]} sizes="120px" />
      <div className="stack">
        <div className="desk-filters">
          {text('Place', 'place', String(place), { inputMode: 'numeric', dir: 'ltr', maxLength: 3 })}
          {text('Description', 'alt', alt ?? '', { dir: 'auto', maxLength: MAX_ALT })}
          <label className="field">
            Colour of {name}
            <select name={pictureField('color', id)} defaultValue={value('color', color ?? '')}>
              <OptionList none="All colours" options={optionsOf(colors)} />
            </select>
          </label>
        </div>
        <div className="desk-buttons">
          <Tick name={pictureField('banner', id)} isTicked={value('banner', isBanner ? 'on' : '') === 'on'}>
            For the banner of the home page
          </Tick>
          <Tick name={pictureField('remove', id)} isTicked={value('remove', '') === 'on'}>
            Remove {name}
          </Tick>
          {hasOriginal ? (
            <a className="button button-outline" href={`/desk/products/${product}/pictures/${id}`}>
              Crop {name}
            </a>
          ) : null}
        </div>
      </div>
    </li>
  )
}

function Tick({ name, isTicked, children }: { name: string; isTicked: boolean; children: ReactNode }) {
  return (
    <label className="check">
      <input type="checkbox" name={name} defaultChecked={isTicked} /> <span>{children}</span>
    </label>
  )
}
