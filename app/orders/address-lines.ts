import type { Order } from './order-rows'

/** Returns an order's address in lines: name, street, city and country, phone. Lines without words are left out. */
export function addressLines(address: Order['shipping_address']): string[] {
  return [
    [address.first_name, address.last_name].filter(Boolean).join(' '),
    [address.address_line1, address.apartment].filter(Boolean).join(', '),
    [address.city, address.postal_code, address.country].filter(Boolean).join(' '),
    address.phone ?? '',
  ].filter(Boolean)
}
