import { counted } from '~/platform/text'
import { formatPhone } from '~/phone/phone'
import { PhoneNumber } from '~/phone/phone-number'
import { freeText } from '~/ui/free-text'
import { Filters, SearchField } from '../list/filters'
import { emptyWords } from '../list/list-page'
import { TextLink } from '../list/table'
import { LostRefusal } from '../form/posted-form'
import { Panel } from '../panel'
import type { Customer, CustomerRow } from './people.server'

/** The parameter of a person's page by which others are searched for, to be joined. */
export const WITH = 'with'

interface PartsProps {
  parts: Customer['parts']
  search: string
  /** Other people who were found. */
  found: readonly CustomerRow[]
}

/** The numbers and accounts that are one person, which can be parted, and the search for others to join. */
export function Parts({ parts, search, found }: PartsProps) {
  return (
    <Panel id="parts" title="Numbers and accounts">
      <LostRefusal intents={['join', 'part']} />
      <ul className="stack">
        {parts.map((part) => (
          <Part key={part.id} part={part} />
        ))}
      </ul>
      <details open={search !== ''}>
        <summary>Join another number or account</summary>
        <div className="stack">
          <Filters action="#parts" name="Others" button="Find">
            <SearchField label="Phone, e-mail or name of the same person" value={search} name={WITH} />
          </Filters>
          {search ? <p role="status">{foundWords(search, found.length)}</p> : null}
          <ul className="stack">
            {found.map(({ id, name, phone, email, orders }) => (
              <li key={id}>
                <TextLink to={`/desk/people/${id}`} text={name || email || phone || 'No name'} />{' '}
                <span className="muted small">
                  {phone ? <PhoneNumber stored={phone} /> : null} <bdi>{email}</bdi>, {counted(orders, 'order')}
                </span>
                <PartButton intent="join" id={id} words="Join" of={name || phone || email || ''} />
              </li>
            ))}
          </ul>
        </div>
      </details>
    </Panel>
  )
}

function foundWords(search: string, count: number): string {
  if (count > 0) return 'The same person?'
  return emptyWords(search) ?? 'Nobody else is found by this.'
}

function Part({ part: { id, phone, email, name, is_joined: isJoined, is_by_hand: isByHand } }: { part: Part }) {
  const known = phone ? formatPhone(phone) : (email ?? '')
  return (
    <li>
      {phone ? <PhoneNumber stored={phone} /> : <bdi>{email ?? 'No e-mail'}</bdi>}{' '}
      <span className="muted small">
        {phone ? 'number' : 'account'}
        {name ? (
          <>
            {' '}
            of <span {...freeText(name)}>{name}</span>
          </>
        ) : null}
        {isJoined ? (isByHand ? ', joined at the desk' : ', by its number') : ''}
      </span>
      {isJoined ? <PartButton intent="part" id={id} words="Part" of={known} known={known} /> : null}
    </li>
  )
}

type Part = Customer['parts'][number]

interface PartButtonProps {
  intent: 'join' | 'part'
  id: string
  words: string
  /** Whom it is about, for screen readers. */
  of: string
  known?: string
}

function PartButton({ intent, id, words, of, known }: PartButtonProps) {
  return (
    <form method="post">
      <input type="hidden" name="id" value={id} />
      {known ? <input type="hidden" name="known" value={known} /> : null}
      <button className="link" name="intent" value={intent} aria-label={`${words}: ${of}`}>
        {words}
      </button>
    </form>
  )
}
