import type { Order } from '~/orders/order-rows'

/** Returns an address in lines for a label: name, street, city, country, phone. */
export function addressLines(address: Order['shipping_address']): string[] {
  return [
    [address.first_name, address.last_name].filter(Boolean).join(' '),
    [address.address_line1, address.apartment].filter(Boolean).join(', '),
    [address.city, address.postal_code].filter(Boolean).join(' '),
    address.country ?? '',
    address.phone ?? '',
  ].filter(Boolean)
}
