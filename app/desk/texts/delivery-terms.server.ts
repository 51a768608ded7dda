import { z } from 'zod'
import type { Result } from '~/platform/result'
import { storedAmount } from '~/platform/supabase/stored-money'
import { change, type Desk, read } from '../database.server'
import type { DeliveryForm } from './delivery.schema'

const countriesSchema = z.array(
  z.object({
    country: z.string(),
    version: z.number(),
    is_served: z.boolean(),
    fee: storedAmount,
    free_from: storedAmount.nullable(),
    first_day: z.number(),
    last_day: z.number(),
  }),
)
/** The terms of delivery to a country; amounts in paisa, days are business days. */
export type DeskCountry = z.infer<typeof countriesSchema>[number]

/** Returns the terms of delivery of each country. */
export function listCountries({ db }: Desk): Promise<DeskCountry[]> {
  return read(db, 'desk_delivery', {}, countriesSchema)
}

/** Saves the terms of delivery to a country. Refuses in words for the operator. */
export function saveCountry({ db }: Desk, form: DeliveryForm): Promise<Result<null, string>> {
  return change(db, 'desk_save_delivery', {
    p_country: form.country,
    p_version: form.version,
    p_is_served: form.is_served,
    p_fee: form.fee,
    p_free_from: form.free_from,
    p_first_day: form.first_day,
    p_last_day: form.last_day,
  })
}
