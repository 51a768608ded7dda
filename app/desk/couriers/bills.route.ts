import { MAX_BILLS } from '~/couriers/courier'
import { askedCouriers, courierOf } from '~/couriers/couriers.server'
import { describeError } from '~/platform/log.server'
import { atDesk } from '../desk.server'

export const loader = atDesk(async ({ request, context }) => {
  const numbers = (new URL(request.url).searchParams.get('tracking') ?? '').split(',').slice(0, MAX_BILLS)
  const [name = null] = askedCouriers(context.settings)
  try {
    const file = await courierOf(context.settings, name).bills(numbers)
    if (!file) return new Response('Not found', { status: 404 })
    return new Response(file, {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': 'inline; filename="airway-bills.pdf"',
        'Cache-Control': 'private, no-store',
      },
    })
  } catch (error) {
    context.log.error({ event: 'airway bills not had', ...describeError(error) })
    return context.flashes.error(
      '/desk/couriers?list=booked',
      'The courier doesn’t give the airway bills now. Please try again in a minute.',
    )
  }
})
