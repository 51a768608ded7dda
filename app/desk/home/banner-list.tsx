import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'
import { periodWords } from '../period-words'
import { BANNER_STATES } from './banner-kinds'
import type { DeskBanner } from './home-rows'

/** Banners of a kind, in the order of the shop, each with a link to its page. */
export function BannerList({ banners }: { banners: readonly DeskBanner[] }) {
  if (banners.length === 0) return <p className="muted">None.</p>
  return (
    <ul className="desk-pictures">
      {banners.map(({ id, title, picture, state, begins, ends }) => (
        <li key={id} className={picture ? 'desk-picture' : undefined}>
          {picture ? <Picture source={picture} alt="" widths={[160, 320]} sizes="96px" shape={[7, 6]} /> : null}
          <div>
            <a className="link" href={`/desk/home/banners/${id}`} {...freeText(title)}>
              {title}
            </a>
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
