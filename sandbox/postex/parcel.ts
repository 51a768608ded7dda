export interface PostexMerchant {
  token: string
  pickupAddress: string
}

export interface Parcel {
  asked: Record<string, unknown>
  trackingNumber: string
  booked: string
  /** Its place among STEPS. */
  step: number | 'cancelled'
}

/** The steps of a parcel, as the documentation names them. */
export const STEPS = [
  { status: 'UnBooked', code: '0001', words: "At Merchant's Warehouse" },
  { status: 'PostEx WareHouse', code: '0003', words: 'At PostEx Warehouse' },
  { status: 'Out For Delivery', code: '0004', words: 'Package on Route' },
  { status: 'Attempted', code: '0013', words: 'Attempt Made: RFD (REFUSED TO RECEIVE)' },
  { status: 'Delivered', code: '0005', words: 'Delivered' },
  { status: 'Out For Return', code: '0040', words: 'Return Initiated' },
  { status: 'Returned', code: '0002', words: 'Returned' },
] as const

/** Booleans come as text, as others have seen. */
export const CITIES = [
  'Karachi',
  'Lahore',
  'Islamabad',
  'Rawalpindi',
  'Faisalabad',
  'Multan',
  'Peshawar',
  'Quetta',
  'Sialkot',
  'Hyderabad',
]
  .map((operationalCityName) => ({
    operationalCityName,
    countryName: 'Pakistan',
    isPickupCity: 'true',
    isDeliveryCity: 'true',
  }))
  .concat({ operationalCityName: 'Gwadar', countryName: 'Pakistan', isPickupCity: 'false', isDeliveryCity: 'false' })

const TEXTS = ['orderRefNumber', 'customerName', 'deliveryAddress', 'orderDetail'] as const

/** Returns why a booking is refused. */
export function problemOf(asked: Record<string, unknown> | null, { pickupAddress }: PostexMerchant): string | null {
  const missing = TEXTS.find((name) => typeof asked?.[name] !== 'string' || asked[name] === '')
  if (!asked || missing) return `INVALID ${missing ?? 'REQUEST'}`
  if (!/^03\d{9}$/.test(String(asked.customerPhone))) return 'INVALID CUSTOMER PHONE'
  if (!CITIES.some((city) => city.isDeliveryCity === 'true' && city.operationalCityName === asked.cityName))
    return 'INVALID CITY NAME'
  if (typeof asked.invoicePayment !== 'number' || asked.invoicePayment < 0) return 'INVALID INVOICE PAYMENT'
  if (!Number.isInteger(asked.items) || Number(asked.items) < 1) return 'INVALID ITEMS'
  if (asked.orderType !== 'Normal') return 'INVALID ORDER TYPE'
  return asked.pickupAddressCode === pickupAddress ? null : 'INVALID PICKUP ADDRESS CODE'
}

/** Returns a parcel as tracking shows it, its history with the latest step first. */
export function statusOf({ asked, trackingNumber, booked, step }: Parcel) {
  const taken = step === 'cancelled' ? [STEPS[0]] : STEPS.slice(0, step + 1)
  return {
    ...asked,
    trackingNumber,
    transactionDate: booked,
    transactionStatus: step === 'cancelled' ? 'Cancelled' : taken.at(-1)?.status,
    transactionStatusHistory: taken
      .map(({ code, words }, place) => ({
        transactionStatusMessage: words,
        transactionStatusMessageCode: code,
        updatedAt: new Date(Date.parse(booked) + place * 60_000).toISOString(),
      }))
      .toReversed(),
  }
}
