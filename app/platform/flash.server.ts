import { createCookieSessionStorage } from '@remix-run/node'
import { createToastUtilsWithCustomSession, type ToastMessage } from 'remix-toast'
import { declareCookie, type Cookies } from './cookies.server'
import { asLocation } from './text'
import { MINUTE } from './time'

const flashCookie = declareCookie({ name: 'website_flash', maxAge: MINUTE, isForNextPage: true })

export type Flash = ToastMessage

/** Messages that survive one redirect, by remix-toast over our own signed cookie. */
export interface Flashes {
  /** The message a request carries, with the cookie that forgets it; no cookie is touched when there is none. */
  read: (request: Request) => Promise<{ flash: Flash | null; cookies: string[] }>
  success: (to: string, message: string, init?: ResponseInit) => Promise<Response>
  error: (to: string, message: string, init?: ResponseInit) => Promise<Response>
  info: (to: string, message: string, init?: ResponseInit) => Promise<Response>
}

/** The flash messages kept in the given cookie. */
export function createFlashes(cookies: Cookies): Flashes {
  const cookie = cookies.of(flashCookie)
  const storage = createCookieSessionStorage({ cookie })
  const toasts = createToastUtilsWithCustomSession(storage)
  return {
    async read(request) {
      // remix-toast answers every read with a cookie, which would end the caching of every page.
      if (!request.headers.get('cookie')?.includes(`${cookie.name}=`)) return { flash: null, cookies: [] }
      const { toast } = await toasts.getToast(request)
      return { flash: toast ?? null, cookies: [await storage.destroySession(await storage.getSession())] }
    },
    success: (to, message, init) => toasts.redirectWithSuccess(asLocation(to), message, init),
    error: (to, message, init) => toasts.redirectWithError(asLocation(to), message, init),
    info: (to, message, init) => toasts.redirectWithInfo(asLocation(to), message, init),
  }
}
