import { m } from '~/language/messages'

/** Renders a tracking number, with a link to the courier if COURIER_TRACKING_URL is set. */
export function TrackingNumber({ number, url }: { number: string; url: string | null }) {
  return (
    <p className="tracking">
      {m.orders_tracking_number()} <span className="unbroken">{number}</span>
      {m.orders_stop()}{' '}
      {url ? (
        <a className="link" href={url} rel="noreferrer">
          {m.orders_on_couriers_page()}
        </a>
      ) : null}
    </p>
  )
}
