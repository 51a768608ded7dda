import { z } from 'zod'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { storedAmount } from '~/platform/supabase/stored-money'
import type { DeliveryTerms } from './terms'

const deliveryTermsSchema = z
  .object({
    cut_off: z.string().regex(/^\d{2}:\d{2}$/),
    business_days: z.array(z.number()),
    countries: z.array(
      z.object({
        country: z.string(),
        is_served: z.boolean(),
        fee: storedAmount,
        free_from: storedAmount.nullable(),
        first_day: z.number(),
        last_day: z.number(),
      }),
    ),
    areas: z.array(
      z.object({
        name: z.string(),
        cities: z.array(z.string()),
        fee: storedAmount,
        free_from: storedAmount.nullable(),
      }),
    ),
    cash_fee: storedAmount,
    holidays: z.array(z.object({ day: z.string(), name: z.string(), is_expected: z.boolean() })),
  })
  .transform(
    ({
      cut_off: cutOff,
      business_days: businessDays,
      countries,
      areas,
      cash_fee: cashFee,
      holidays,
    }): DeliveryTerms => ({
      cutOff: Number(cutOff.slice(0, 2)) * 60 + Number(cutOff.slice(3)),
      businessDays,
      countries: countries.map((row) => ({
        country: row.country,
        isServed: row.is_served,
        fee: row.fee,
        freeFrom: row.free_from,
        firstDay: row.first_day,
        lastDay: row.last_day,
      })),
      areas: areas.map(({ free_from: freeFrom, ...area }) => ({ ...area, freeFrom })),
      cashFee,
      holidays: holidays.map(({ day, name, is_expected: isExpected }) => ({ day, name, isExpected })),
    }),
  )

/** Returns the terms of delivery, cached like the catalogue; null after a failure, which is logged. */
export function readDeliveryTerms(context: Needs<'backends' | 'catalogue' | Reporting>): Promise<DeliveryTerms | null> {
  const { backends, catalogue } = context
  return attempt(context, 'delivery terms not read', () =>
    catalogue.get('delivery', async () => {
      const { data, error } = await backends.anonymous.rpc('delivery_terms')
      if (error) throw new Error(`No delivery terms: ${error.message}`, { cause: error })
      return deliveryTermsSchema.parse(data)
    }),
  )
}
