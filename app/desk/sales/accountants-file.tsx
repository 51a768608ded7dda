import { Filters } from '../list/filters'
import { Panel } from '../panel'
import { FIGURES, SUMS } from './figures'

/** The form that saves all entries of a month, and how its columns make the figures. */
export function AccountantsFile({ month }: { month: string }) {
  return (
    <Panel id="accountant" title="For the accountant">
      <Filters action="/desk/ledger/export" name="Month" button="Save as CSV">
        <div className="field">
          <label htmlFor="month">All entries of a month (yyyy-mm)</label>
          <input id="month" name="month" type="month" pattern="20\d\d-\d\d" defaultValue={month} required />
        </div>
      </Filters>
      <details>
        <summary>How its columns make the figures</summary>
        <p>
          Add up Amount of the rows whose column Figure has the figure’s name; for {FIGURES.remitted[0]} and{' '}
          {FIGURES.card[0]} with the other sign. {SUMS.net[0]} and {SUMS.arrived[0]} are sums of figures. Rows without a
          figure are what couriers have to collect, have collected or kept, what is paid at the door, and refunds that
          are due. On the account Order, what the shopper has to pay counts up, what they paid counts down; on Courier,
          what a courier has of the shop’s money counts up. An invoice is the one that has the entry in it; tax is a
          part of Amount at the invoice’s rate, rounded in each row.
        </p>
        <dl className="small">
          {Object.values(FIGURES).map(([name, words]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Panel>
  )
}
