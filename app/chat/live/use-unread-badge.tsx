import { useEffect } from 'react'
import { m } from '~/language/messages'
import type { Conversation } from '../chat'

/** Updates the unread badge beside Chat Support in the profile's menu when the list of conversations changes. */
export function useUnreadBadge(conversations: Conversation[] | null): void {
  const unread = conversations?.reduce((sum, one) => sum + one.unread, 0)
  useEffect(() => {
    const badge = document.querySelector<HTMLElement>('[data-unread-answers]')
    if (!badge || unread === undefined) return
    badge.hidden = unread === 0
    badge.textContent = unread > 0 ? m.chat_unread_count({ count: unread }) : ''
  }, [unread])
}
