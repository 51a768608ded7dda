import { useRouteLoaderData } from '@remix-run/react'
import type { loader } from '~/root'
import { TAKE_BACK } from './orders/order-query'

/** A message whose description is the address of a file, which the browser asks for once, as it would by the link. */
export const FILE_IS_SAVED = 'Thank you. The file is being saved.'

export function DeskMessage() {
  const flash = useRouteLoaderData<typeof loader>('root')?.flash
  if (!flash) return null
  const file = flash.message === FILE_IS_SAVED ? flash.description : undefined
  const takeBack = flash.description?.startsWith(TAKE_BACK) ? flash.description : undefined
  return (
    <p className="flash" data-type={flash.type} role={flash.type === 'error' ? 'alert' : 'status'}>
      {flash.message}
      {file ? (
        <>
          {' '}
          <a href={file}>Save it again</a>
          <meta httpEquiv="refresh" content={`0; url=${file}`} />
        </>
      ) : null}
      {takeBack ? (
        <>
          {' '}
          <a href={takeBack}>Take it back</a>
        </>
      ) : null}
    </p>
  )
}
