import type { ReactNode } from 'react'

const PATHS = {
  menu: 'M3 7h18M3 12h18M3 17h12',
  search: 'M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM16 16l4.5 4.5',
  bag: 'M5 8h14l1 12H4zM8.5 8V7a3.5 3.5 0 0 1 7 0v1',
  right: 'm9 5 7 7-7 7',
  left: 'm15 5-7 7 7 7',
  close: 'm6 6 12 12M18 6 6 18',
  heart: 'M12 20 4.6 12.5a4.7 4.7 0 0 1 7.4-5.6 4.7 4.7 0 0 1 7.4 5.6z',
  bin: 'M5 7h14M10 7V5h4v2M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5l11 7-11 7z',
  message: 'M4 5h16v11H10l-4 4v-4H4z',
  closed: 'M4 5h16v11H10l-4 4v-4H4zm4.5 5.5 2.5 2.5 4.5-5',
  clip: 'm8 12 6-6a3 3 0 0 1 4 4l-8 8a5 5 0 0 1-7-7l8-8',
  send: 'M4 12 20 4l-5 16-4-6z',
  parcel: 'M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9',
  question:
    'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM9.5 9.8a2.5 2.5 0 1 1 3.6 2.3c-.7.4-1.1.9-1.1 1.900M12 16.8v.2',
} as const

/** Icons that point along the reading direction. */
const MIRRORED = new Set<string>(['right', 'left', 'send'])

interface IconProps {
  name: keyof typeof PATHS
  small?: boolean
  isFilled?: boolean
  /** The text for screen readers if there is no text beside it. */
  label?: string
}

export function Icon({ name, small = false, isFilled = false, label }: IconProps) {
  const className = `icon${small ? ' icon-small' : ''}${MIRRORED.has(name) ? ' mirrors' : ''}`
  return (
    <>
      <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
        <path fill={isFilled ? 'currentColor' : undefined} d={PATHS[name]} />
      </svg>
      {label ? <VisuallyHidden>{label}</VisuallyHidden> : null}
    </>
  )
}

/** Text for screen readers and text browsers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="hidden-visually">{children}</span>
}

const PETAL = 'M16 15.2C11.6 11.6 11.3 5.6 16 1.6c4.7 4 4.4 10 0 13.6z'

/** The brand's logo, a jasmine flower. */
export function Flower({ large = false }: { large?: boolean }) {
  return (
    <svg className={large ? 'flower flower-large' : 'flower'} viewBox="0 0 32 32" aria-hidden="true">
      {[0, 72, 144, 216, 288].map((angle) => (
        <path key={angle} d={PETAL} transform={`rotate(${angle} 16 16.5)`} />
      ))}
    </svg>
  )
}
