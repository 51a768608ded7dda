import type { ReactNode } from 'react'
import { inLanguage } from '~/language/current.server'
import { addressIn, type Language } from '~/language/languages'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/messages'
import { brandInText, DEFAULT_BRAND } from '~/platform/text'
import { isRightToLeft, LINK, MailButton, MailFrame } from './mail-frame'
import { Paragraphs } from './mail-paragraphs'
import { toHtml } from './to-html.server'

// Auth's mails are templates of Go in supabase/templates, which `npm run templates` renders from these (decision 202).

/** A value that Auth fills in. An address runs left to right within Urdu, with the signs FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. */
const value = (name: string) => (isRightToLeft() ? `\u2068{{ .${name} }}\u2069` : `{{ .${name} }}`)
const SHOP = '{{ .SiteURL }}'
const pageUrl = (path: string) => SHOP + addressIn(currentLanguage(), path)

interface AuthMail {
  heading: string
  before: string[]
  /** A code to type, or a link to follow. */
  action?: ReactNode
  after?: string[]
  /** Where somebody finds help who didn't ask for this. */
  help?: { text: string; path: string }[]
}

/** Makes a mail of the shop's name in running text. */
type Mail = (brand: string) => AuthMail

const newPassword = () => ({ text: m.mails_set_password(), path: '/forget-password' })
const contact = () => ({ text: m.mails_write_to_us(), path: '/contact' })
const link = (path: string, text: string) => (
  <MailButton url={pageUrl(`${path}?token_hash={{ .TokenHash }}`)} text={text} />
)

const CODE_OR_LINK: Record<string, Mail> = {
  confirmation: (brand) => ({
    heading: m.mails_code_heading(),
    before: [m.mails_code_enter({ brand })],
    action: <Code />,
    after: [m.mails_code_ignore()],
  }),
  magic_link: (brand) => ({
    heading: m.mails_deletion_heading(),
    before: [m.mails_deletion_enter({ brand })],
    action: <Code />,
    after: [m.mails_deletion_ignore()],
  }),
  recovery: (brand) => ({
    heading: m.mails_recovery_heading(),
    before: [m.mails_recovery_about({ brand })],
    action: link('/reset-password', m.mails_set_password()),
    after: [m.mails_recovery_ignore()],
  }),
  email_change: (brand) => ({
    heading: m.mails_email_heading(),
    before: [m.mails_email_about({ brand, email: value('Email'), new_email: value('NewEmail') })],
    action: link('/confirm-email', m.mails_email_confirm()),
    after: [m.mails_email_ignore(), m.mails_email_not_you({ email: value('Email') })],
    help: [newPassword()],
  }),
}

const NOTICES: Record<string, Mail> = {
  email_changed: (brand) => ({
    heading: m.mails_email_changed_heading(),
    before: [
      m.mails_email_changed_about({ brand, email: value('Email') }),
      m.mails_email_changed_old({ old_email: value('OldEmail') }),
      m.mails_email_changed_not_you(),
    ],
    help: [contact()],
  }),
  password_changed: (brand) => ({
    heading: m.mails_password_heading(),
    before: [
      m.mails_password_about({ brand, email: value('Email') }),
      m.mails_password_you(),
      m.mails_password_not_you(),
    ],
    help: [newPassword(), contact()],
  }),
}

/** To those who work at the desk, which is in English. */
const STAFF_NOTICES: Record<string, Mail> = {
  mfa_factor_enrolled: (brand) => ({
    heading: 'A second factor was added',
    before: [
      `An app that makes codes was added to your ${brand} account ${value('Email')}. Signing in to the desk asks for such a code from now on.`,
      'If it was you, there is nothing to do.',
      'If it wasn’t you, set another password at once, which logs out everybody else, and tell a manager of the desk, who can remove the app.',
    ],
    help: [newPassword()],
  }),
  mfa_factor_unenrolled: (brand) => ({
    heading: 'A second factor was removed',
    before: [
      `An app that makes codes was removed from your ${brand} account ${value('Email')}, or its set-up was started anew.`,
      'If it was you, there is nothing to do.',
      'If it wasn’t you, set another password at once, which logs out everybody else, and tell a manager of the desk.',
    ],
    help: [newPassword()],
  }),
}

/** Whether the page that asked for the mail was in Urdu (app/account/auth-mail.ts). */
const ASKED_IN_URDU = `eq .RedirectTo (print .SiteURL "${addressIn('ur', '/')}")`
/** A notice doesn't know the page; the account has the language of the last one that changed it. */
const ACCOUNT_IN_URDU = 'eq .Data.language "ur"'

/** Returns the templates of a shop with this name, by the names of their files without `.html`. */
export function authTemplates(brand = DEFAULT_BRAND): Record<string, string> {
  const inBoth = (isUrdu: string, mail: Mail) =>
    `{{ if ${isUrdu} -}}\n${render('ur', mail, brand)}\n{{ else -}}\n${render('en', mail, brand)}\n{{ end -}}\n`
  return Object.fromEntries([
    ...Object.entries(CODE_OR_LINK).map(([name, mail]) => [name, inBoth(ASKED_IN_URDU, mail)]),
    ...Object.entries(NOTICES).map(([name, mail]) => [name, inBoth(ACCOUNT_IN_URDU, mail)]),
    ...Object.entries(STAFF_NOTICES).map(([name, mail]) => [name, `${render('en', mail, brand)}\n`]),
  ])
}

function render(language: Language, mail: Mail, brand: string): string {
  return inLanguage(language, () => {
    const { heading, before, action, after = [], help = [] } = mail(brandInText(brand))
    return toHtml(
      <MailFrame
        title={heading}
        heading={heading}
        contact={{ brand, email: null, shopUrl: SHOP }}
        closing={help.map(({ text, path }) => (
          <p key={path} style={{ margin: '0 0 4px' }}>
            <a href={pageUrl(path)} className="accent" style={LINK}>
              {text}
            </a>
          </p>
        ))}
      >
        <Paragraphs texts={before} />
        {action}
        <Paragraphs texts={after} />
      </MailFrame>,
    )
  })
}

function Code() {
  return (
    <p
      dir="ltr"
      style={{
        margin: '24px 0',
        font: '700 28px/1.25 Arial, sans-serif',
        letterSpacing: 6,
        textAlign: isRightToLeft() ? 'right' : undefined,
      }}
    >
      {'{{ .Token }}'}
    </p>
  )
}
