import { mayOpen, useRights } from '../areas'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { TextLink } from '../list/table'
import { GROUPS } from './lists'
import { Panel } from '../panel'

export const { handle, meta } = deskPage('Settings')

export const loader = atDesk(async () => null)

export default function Settings() {
  const rights = useRights()
  const groups = Object.entries(GROUPS)
    .map(
      ([group, all]) =>
        [group, Object.entries(all).filter(([name]) => mayOpen(rights, `/desk/settings/${name}`))] as const,
    )
    .filter(([, lists]) => lists.length > 0)
  return (
    <>
      <h1>Settings</h1>
      <p>What is saved here shows in the shop within ten seconds.</p>
      <div className="desk-columns">
        {groups.map(([group, lists]) => (
          <Panel key={group} id={`group-${group}`} title={group}>
            <ul className="stack">
              {lists.map(([name, { title, about }]) => (
                <li key={name}>
                  <TextLink to={`/desk/settings/${name}`} text={title} />
                  <br />
                  <span className="muted small">{about}</span>
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </>
  )
}
