import { useRouteLoaderData } from '@remix-run/react'
import type { loader } from '~/root'

export function DeskMessage() {
  const flash = useRouteLoaderData<typeof loader>('root')?.flash
  if (!flash) return null
  return (
    <p className="flash" data-type={flash.type} role={flash.type === 'error' ? 'alert' : 'status'}>
      {flash.message}
    </p>
  )
}
