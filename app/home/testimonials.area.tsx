import { m } from '~/language/messages'
import { useRef } from 'react'
import { area } from '~/platform/hydration/area'
import { Empty } from '~/ui/empty'
import { freeText } from '~/ui/free-text'
import { Icon } from '~/ui/icon'
import { Stars } from '~/ui/stars'
import type { Testimonial } from './hero.server'

/** Renders 'Our Happy Customers', a strip to scroll. The arrows move by one card and wrap: React scrolls, and without it the page begins with the next one (HM-54, HM-55). */
export const Testimonials = area('home/testimonials', Customers)

interface TestimonialsProps {
  /** Null if they couldn't be loaded. */
  testimonials: Testimonial[] | null
  /** Index of the one that the strip begins with. */
  first: number
}

function Customers({ testimonials, first: start }: TestimonialsProps) {
  const shown = testimonials ?? []
  const count = shown.length
  const first = start % Math.max(count, 1)
  const strip = useRef<HTMLDivElement>(null)
  const move = (step: number) => {
    const element = strip.current
    const card = element?.firstElementChild
    if (!element || !card) return
    const [frame, first] = [element.getBoundingClientRect(), card.getBoundingClientRect()]
    const width = card.nextElementSibling
      ? card.nextElementSibling.getBoundingClientRect().left - first.left
      : frame.width
    const end = element.scrollWidth - element.clientWidth
    // Measured, because Chrome 79 to 84 count the position of right-to-left strips from the left.
    const gone =
      parseFloat(getComputedStyle(element).paddingLeft) +
      (width < 0 ? first.right - frame.right : frame.left - first.left)
    const target = gone + step * Math.abs(width)
    element.scrollLeft += Math.sign(width) * ((target > end + 1 ? 0 : target < -1 ? end : target) - gone)
  }
  return (
    <section className="section tint" id="customers" aria-labelledby="customers-title">
      <div className="wrap">
        <div className="section-head">
          <h2 id="customers-title">{m.home_our_happy_customers()}</h2>
          {count > 1 ? (
            <span className="arrows">
              <Arrow
                name="left"
                label={m.home_previous_customer()}
                first={(first + count - 1) % count}
                onClick={() => move(-1)}
              />{' '}
              <Arrow name="right" label={m.home_next_customer()} first={(first + 1) % count} onClick={() => move(1)} />
            </span>
          ) : null}
        </div>
        {count === 0 ? <Empty text={testimonials ? m.home_no_testimonials() : m.home_not_shown()} /> : null}
        <div className="strip" ref={strip} role="group" aria-label={m.home_testimonials()} tabIndex={0}>
          {[...shown.slice(first), ...shown.slice(0, first)].map(({ id, name, text, rating }) => (
            <figure className="testimonial" key={id}>
              <Stars rating={rating} />
              <blockquote {...freeText(text)}>{text}</blockquote>
              <figcaption>
                <b {...freeText(name)}>{name}</b>
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  )
}

function Arrow({
  name,
  label,
  first,
  onClick,
}: {
  name: 'left' | 'right'
  label: string
  /** Index of the testimonial that the page begins with without React. */
  first: number
  onClick: () => void
}) {
  return (
    <a
      className="icon-button"
      href={`/?customer=${first + 1}#customers`}
      onClick={(event) => {
        event.preventDefault()
        onClick()
      }}
    >
      <Icon name={name} label={label} />
    </a>
  )
}
