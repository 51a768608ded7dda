import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'
import { periodWords } from '../period-words'
import { TextLink } from '../list/table'
import { BANNER_STATES } from './banner-kinds'
import type { DeskBanner, DeskTestimonial } from './home.server'

/** Banners of a kind, in the order of the shop, each with a link to its page. */
export function BannerList({ banners }: { banners: readonly DeskBanner[] }) {
  if (banners.length === 0) return <p className="muted">None.</p>
  return (
    <ul className="desk-pictures">
      {banners.map(({ id, title, picture, state, begins, ends }) => (
        <li key={id} className={picture ? 'desk-picture' : undefined}>
          {picture ? <Picture source={picture} alt="" widths={[160, 320]} sizes="96px" shape={[7, 6]} /> : null}
          <div>
            <TextLink to={`/desk/home/banners/${id}`} text={title} />
            <br />
            <span className="small">
              {BANNER_STATES[state]}
              {begins || ends ? <span className="muted">, {periodWords(begins, ends)}</span> : null}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Products that the hero shows after its slides. */
export function ProductBanners({ products }: { products: readonly { id: string; name: string }[] }) {
  if (products.length === 0) return null
  return (
    <div className="stack">
      <h3>Products in the banner</h3>
      <ul>
        {products.map(({ id, name }) => (
          <li key={id}>
            <TextLink to={`/desk/products/${id}`} text={name} />
          </li>
        ))}
      </ul>
    </div>
  )
}

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
