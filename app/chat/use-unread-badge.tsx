import { useEffect } from 'react'
import type { Conversation } from './chat'

/** Keeps the number beside Chat Support in the profile's menu in step with the list of conversations. */
export function useUnreadBadge(conversations: Conversation[] | null): void {
  const unread = conversations?.reduce((sum, one) => sum + one.unread, 0)
  useEffect(() => {
    const badge = document.querySelector<HTMLElement>('[data-unread-answers]')
    if (!badge || unread === undefined) return
    badge.hidden = unread === 0
    badge.textContent = unread > 0 ? `${unread} unread` : ''
  }, [unread])
}
