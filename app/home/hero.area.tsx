import { m } from '~/language/messages'
import { Fragment, useEffect, useState, type CSSProperties, type ReactNode } from 'react'
import { area } from '~/platform/hydration/area'
import { Icon, VisuallyHidden } from '~/ui/icon'
import type { Banner, Statistic } from './hero.server'
import { RowText, freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'

const ROTATION_MS = 5000

/** Shown if there are no banners (HM-25). */
const defaultBanner = (): Banner => ({
  name: m.home_default_heading(),
  description: m.home_default_text(),
  slug: '',
  picture: '/pictures/banner-robe.webp',
})

/** Renders the banner carousel. Without React its dots and arrows are links; React rotates the slides. */
export const Hero = area('home/hero', Carousel)

interface HeroProps {
  banners: Banner[]
  /** Index of the first banner. */
  slide: number
  statistics: Statistic[]
}

function Carousel({ banners, slide, statistics }: HeroProps) {
  const slides = banners.length > 0 ? banners : [defaultBanner()]
  const [current, setCurrent] = useState(slide % slides.length)
  const [isPaused, setPaused] = useState(true)
  const [isHeld, setHeld] = useState(false)

  useEffect(() => {
    setPaused(window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  }, [])
  useEffect(() => {
    if (isPaused || isHeld || slides.length < 2) return
    const timer = setInterval(() => setCurrent((index) => (index + 1) % slides.length), ROTATION_MS)
    return () => clearInterval(timer)
  }, [isPaused, isHeld, slides.length])

  const turn = (index: number) => ({
    href: `/?slide=${index + 1}#hero`,
    onClick: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      setCurrent(index)
      setPaused(true)
    },
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the pictures stand still below the pointer
    <section
      className="hero"
      id="hero"
      aria-roledescription={m.home_carousel()}
      aria-label={m.home_new_collection()}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="wrap">
        <div
          className={slides[current]?.wide ? 'slide wide' : 'slide'}
          role="group"
          aria-roledescription={m.home_slide()}
          aria-label={m.home_slide_of({ number: current + 1, count: slides.length })}
        >
          <SlidePicture banner={slides[current] ?? defaultBanner()} />
          <div className="hero-texts">
            {slides.map((banner, index) => (
              <SlideText key={banner.slug || banner.name} banner={banner} isShown={index === current} />
            ))}
          </div>
        </div>
        {slides.length > 1 ? (
          <Controls slides={slides} current={current} turn={turn}>
            <PauseButton isPaused={isPaused} toggle={() => setPaused(!isPaused)} />
          </Controls>
        ) : null}
        <ul className="statistics">
          {statistics.map(({ value, label }) => (
            <li key={label}>
              <b>{value}</b> <RowText text={label} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

interface ControlsProps {
  slides: Banner[]
  current: number
  /** Returns the attributes of a link that shows a slide. */
  turn: (index: number) => { href: string; onClick: (event: { preventDefault: () => void }) => void }
  children: ReactNode
}

function Controls({ slides, current, turn, children }: ControlsProps) {
  return (
    <div className="hero-controls">
      {slides.map(({ slug, name }, index) => (
        <Fragment key={slug || name}>
          <a className="hero-dot" aria-current={index === current ? 'true' : undefined} {...turn(index)}>
            <VisuallyHidden>{m.home_banner({ number: index + 1 })}</VisuallyHidden>
          </a>{' '}
        </Fragment>
      ))}
      <a className="icon-button" {...turn((current - 1 + slides.length) % slides.length)}>
        <Icon name="left" label={m.home_previous_banner()} />
      </a>{' '}
      <a className="icon-button" {...turn((current + 1) % slides.length)}>
        <Icon name="right" label={m.home_next_banner()} />
      </a>
      {children}
    </div>
  )
}

/** Renders the pause button only with JavaScript, since nothing moves without it. */
function PauseButton({ isPaused, toggle }: { isPaused: boolean; toggle: () => void }) {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  if (!isThere) return null
  return (
    <button type="button" className="icon-button" onClick={toggle}>
      <Icon name={isPaused ? 'play' : 'pause'} label={isPaused ? m.home_play() : m.home_pause()} />
    </button>
  )
}

function SlidePicture({ banner }: { banner: Banner }) {
  return (
    <figure style={{ '--narrow': banner.focus, '--wide': banner.wide } as CSSProperties}>
      <Picture
        key={banner.picture}
        source={banner.picture}
        alt=""
        widths={banner.wide ? [480, 640, 800, 1120, 1600] : [480, 640, 800, 1120]}
        // As wide as a phone, but less is named: 640 pixels look as sharp on 720, and 800 on 1080, at half the bytes.
        sizes={`(min-width:768px) ${banner.wide ? 100 : 52}vw, 73vw`}
        ratio="7/6"
        className=""
        isFirst
      />
    </figure>
  )
}

/** Renders the words of a slide. Those of the others take their room too, so that the page doesn't move when the slides turn. */
function SlideText({ banner, isShown }: { banner: Banner; isShown: boolean }) {
  const heading = banner.heading ?? banner.name
  const button = banner.button ?? m.home_shop_now()
  const Heading = isShown ? 'h1' : 'div'
  return (
    <div className={isShown ? 'hero-text' : 'hero-text turned-away'}>
      <p className="eyebrow">{m.home_new_collection_eyebrow()}</p>
      <Heading className="hero-title" {...freeText(heading)}>
        {heading}
      </Heading>
      {banner.heading ? (
        <p className="hero-name" {...freeText(banner.name)}>
          {banner.name}
        </p>
      ) : null}
      <p className="muted" {...freeText(banner.description)}>
        {banner.description}
      </p>
      {isShown ? (
        <a className="button" href={banner.link ?? (banner.slug ? `/product/${banner.slug}` : '/product-listing')}>
          {button}
        </a>
      ) : (
        <span className="button">{button}</span>
      )}
    </div>
  )
}
