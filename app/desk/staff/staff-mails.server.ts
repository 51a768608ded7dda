import { inLanguage } from '~/language/current.server'
import { letterMail } from '~/mails/letter-mail.server'
import type { Needs } from '~/platform/context.server'
import { declareMailFunction, sendMail } from '~/platform/supabase/service-client.server'
import { counted } from '~/platform/text'
import { invitationLink, privateLink } from '../access/door.server'

const STAFF_MAIL = declareMailFunction('send-desk-mail')

type Mailing = Needs<'backends' | 'settings'>

interface StaffMail {
  subject: string
  paragraphs: string[]
  /** The words of the link, and its URL. */
  link?: { text: string; url: string }
  closing?: string[]
}

function send(context: Mailing, email: string, { subject, paragraphs, link, closing = [] }: StaffMail): Promise<void> {
  const { BRAND_NAME: brand, PUBLIC_URL: shopUrl } = context.settings
  const words = { subject, heading: subject, paragraphs, button: link?.text ?? '', closing }
  const mail = inLanguage('en', () => letterMail(words, link?.url ?? null, { brand, email: null, shopUrl }))
  return sendMail(context, STAFF_MAIL, { email, ...mail })
}

/** Mails somebody that they have a role, with the link to choose a password; with the sign-in's if they have one (`invitation` is null). */
export async function mailInvitation(
  context: Mailing,
  { email, role, invitation }: { email: string; role: string; invitation: string | null },
): Promise<void> {
  const { BRAND_NAME: brand } = context.settings
  // Else it is a part of that, by a role of the shop's own.
  const isWhole = role === 'manager' || role === 'operator'
  const about = `You are invited to work at the desk of ${brand}, as ${role === 'manager' ? 'a manager' : 'an operator'}.${isWhole ? ' There you see and answer its orders, its shoppers’ messages and its products.' : ''}`
  await send(context, email, {
    subject: `Your invitation to the desk of ${brand}`,
    ...(invitation === null
      ? {
          paragraphs: [about, 'Sign in with the e-mail address and the password of your account.'],
          link: { text: 'Sign in', url: privateLink(context.settings) },
        }
      : {
          paragraphs: [
            about,
            'Choose your password first. The link works once, within 24 hours. If it is too old, a manager can send you another.',
          ],
          link: { text: 'Choose your password', url: invitationLink(context.settings, invitation) },
        }),
    closing: [
      'Have your phone at hand: you sign in with your password and a code of an app such as Google Authenticator, Aegis or 2FAS.',
      'The link is only for you; please don’t pass it on. If you don’t know why you get it, ignore this mail.',
    ],
  })
}

export async function mailLostPhone(context: Mailing, email: string): Promise<void> {
  await send(context, email, {
    subject: 'Your phone was removed from the desk',
    paragraphs: [
      `A manager of ${context.settings.BRAND_NAME} has reported your phone as lost. Its codes don’t work at the desk any more, nor do your recovery codes, and you are signed out everywhere.`,
      'Sign in again to add your new phone.',
    ],
    link: { text: 'Sign in', url: privateLink(context.settings) },
    closing: ['If your phone isn’t lost, tell a manager at once.'],
  })
}

export async function mailRecovery(context: Mailing, email: string, left: number): Promise<void> {
  await send(context, email, {
    subject: 'A recovery code was used at the desk',
    paragraphs: [
      `Somebody with your password has signed in at the desk of ${context.settings.BRAND_NAME} with one of your recovery codes. The phone that you had is removed; ${counted(left, 'code')} ${left === 1 ? 'is' : 'are'} left.`,
      'If it wasn’t you, change your password and tell a manager at once.',
    ],
  })
}
