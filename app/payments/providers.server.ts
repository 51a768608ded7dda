import type { RoomServices } from '~/platform/shop.server'
import type { Settings } from '~/platform/env.server'
import type { Log } from '~/platform/log.server'
import { createGopayfast, gopayfastOrigins } from './gopayfast-provider.server'
import { createPayfast, payfastOrigins } from './payfast-provider.server'

/** Creates the enabled payment providers; PAYMENT_PROVIDER selects the one for new payments. */
export function openPayments(settings: Settings, log: Log): Pick<RoomServices, 'payments' | 'paymentProviders'> {
  const paymentProviders = [createPayfast(settings, log), createGopayfast(settings, log)].filter(
    (provider) => provider !== null,
  )
  const payments = paymentProviders.find(({ name }) => name === settings.PAYMENT_PROVIDER) ?? null
  return { payments, paymentProviders }
}

/** Returns the origins that the payment form posts to, for the Content-Security-Policy. */
export function paymentOrigins(settings: Settings): string[] {
  return settings.PAYMENT_PROVIDER === 'gopayfast' ? gopayfastOrigins(settings) : payfastOrigins(settings)
}
