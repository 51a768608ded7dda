import { createCookieSessionStorage } from '@remix-run/node'
import { createToastUtilsWithCustomSession, type ToastMessage } from 'remix-toast'
import { declareCookie, type Cookies } from '../cookies.server'
import { shopPath } from '../text'
import { MINUTE } from '../time'

const flashCookie = declareCookie({ name: 'website_flash', maxAge: MINUTE, isForNextPage: true })

export type Flash = ToastMessage

/** Flash messages, which survive one redirect: remix-toast over the shop's cookie. */
export interface Flashes {
  /** Returns a request's message with the Set-Cookie headers that delete it; no cookies without a message. */
  read: (request: Request) => Promise<{ flash: Flash | null; cookies: string[] }>
  success: (to: string, message: string | Omit<Flash, 'type'>, init?: ResponseInit) => Promise<Response>
  error: (to: string, message: string | Omit<Flash, 'type'>, init?: ResponseInit) => Promise<Response>
  info: (to: string, message: string, init?: ResponseInit) => Promise<Response>
}

/** Returns the flash messages, stored in one of `cookies`. */
export function createFlashes(cookies: Cookies): Flashes {
  const cookie = cookies.of(flashCookie)
  const storage = createCookieSessionStorage({ cookie })
  const toasts = createToastUtilsWithCustomSession(storage)
  return {
    async read(request) {
      // remix-toast returns a cookie for each read, and a page that sets a cookie can't be cached.
      if (!request.headers.get('cookie')?.includes(`${cookie.name}=`)) return { flash: null, cookies: [] }
      const { toast } = await toasts.getToast(request)
      return { flash: toast ?? null, cookies: [await storage.destroySession(await storage.getSession())] }
    },
    success: (to, message, init) => toasts.redirectWithSuccess(shopPath(to), message, init),
    error: (to, message, init) => toasts.redirectWithError(shopPath(to), message, init),
    info: (to, message, init) => toasts.redirectWithInfo(shopPath(to), message, init),
  }
}
