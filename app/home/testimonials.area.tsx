import { m } from '~/language/messages'
import { useRef } from 'react'
import { area } from '~/platform/hydration/area'
import { Empty } from '~/ui/empty'
import { freeText } from '~/ui/free-text'
import { Icon } from '~/ui/icon'
import { Stars } from '~/ui/stars'
import type { Testimonial } from './hero.server'

/** Renders 'Our Happy Customers', a strip to scroll. With React the arrows move by one card and wrap (HM-54, HM-55). */
export const Testimonials = area('home/testimonials', Customers, 'touch')

/** `testimonials` is null if they couldn't be loaded. */
function Customers({ testimonials }: { testimonials: Testimonial[] | null }) {
  const strip = useRef<HTMLDivElement>(null)
  const shown = testimonials ?? []
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
    <section className="section tint" aria-labelledby="customers-title">
      <div className="wrap">
        <div className="section-head">
          <h2 id="customers-title">{m.home_our_happy_customers()}</h2>
          {shown.length > 1 ? (
            <span className="arrows">
              <Arrow name="left" label={m.home_previous_customer()} first={shown.at(-1)?.id} onClick={() => move(-1)} />{' '}
              <Arrow name="right" label={m.home_next_customer()} first={shown[1]?.id} onClick={() => move(1)} />
            </span>
          ) : null}
        </div>
        {shown.length === 0 ? <Empty text={testimonials ? m.home_no_testimonials() : m.home_not_shown()} /> : null}
        <div className="strip" ref={strip} role="group" aria-label={m.home_testimonials()} tabIndex={0}>
          {shown.map(({ id, name, text, rating }) => (
            <figure className="testimonial" key={id} id={`customer-${id}`}>
              <Stars rating={rating} />
              <blockquote {...freeText(text)}>{text}</blockquote>
              <figcaption>
                <b dir="auto">{name}</b>
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
  first?: string
  onClick: () => void
}) {
  return (
    <a
      className="icon-button"
      href={`#customer-${first}`}
      onClick={(event) => {
        event.preventDefault()
        onClick()
      }}
    >
      <Icon name={name} label={label} />
    </a>
  )
}
