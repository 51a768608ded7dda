/** Renders a tracking number, with a link to the courier if COURIER_TRACKING_URL is set. */
export function TrackingNumber({ number, url }: { number: string; url: string | null }) {
  return (
    <p className="tracking">
      Tracking number <span className="unbroken">{number}</span>.{' '}
      {url ? (
        <a className="link" href={url} rel="noreferrer">
          Follow it on the courier’s page
        </a>
      ) : null}
    </p>
  )
}
