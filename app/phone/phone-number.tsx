import { formatPhone } from './phone'

/** A stored phone number as people write it. It keeps its order within text from right to left. */
export function PhoneNumber({ stored }: { stored: string }) {
  return <bdi dir="ltr">{formatPhone(stored)}</bdi>
}
