import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { TextLink } from '../list/table'
import { GROUPS } from './lists'

export const { handle, meta } = deskPage('Settings')

export const loader = atDesk(async () => null)

export default function Settings() {
  return (
    <>
      <h1>Settings</h1>
      <p>What is saved here shows in the shop within ten seconds.</p>
      <div className="desk-columns">
        {Object.entries(GROUPS).map(([group, lists]) => (
          <section key={group} className="panel stack" aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>{group}</h2>
            <ul className="stack">
              {Object.entries(lists).map(([name, { title, about }]) => (
                <li key={name}>
                  <TextLink to={`/desk/settings/${name}`} text={title} />
                  <br />
                  <span className="muted small">{about}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
