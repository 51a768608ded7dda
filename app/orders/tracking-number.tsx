/** A parcel's number; a link to the courier's page where the shop knows its address (COURIER_TRACKING_URL). */
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
