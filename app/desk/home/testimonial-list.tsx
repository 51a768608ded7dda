import { freeText } from '~/ui/free-text'
import type { DeskTestimonial } from './home-rows'

/** Testimonials in the order of the shop, each with a link to its page. */
export function TestimonialList({ testimonials }: { testimonials: readonly DeskTestimonial[] }) {
  if (testimonials.length === 0) return <p className="muted">None.</p>
  return (
    <ul className="stack">
      {testimonials.map(({ id, customer_name: name, review_text: text, rating, is_active: isShown }) => (
        <li key={id}>
          <a className="link" href={`/desk/home/testimonials/${id}`}>
            <bdi>{name ?? 'Happy Customer'}</bdi>
          </a>{' '}
          <span className="muted small">
            {rating ?? 5} of 5{isShown ? '' : ', not shown'}
          </span>
          <p className="desk-excerpt" {...freeText(text)}>
            {text}
          </p>
        </li>
      ))}
    </ul>
  )
}
