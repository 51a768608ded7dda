import { NO_CONTACT_INFO } from '../../app/contact/contact-info.ts'
import { mailInvitation, mailLostPhone, mailRecovery } from '../../app/desk/staff/staff-mails.server.ts'
import { inLanguage } from '../../app/language/current.server.ts'
import { LANGUAGES, type Language } from '../../app/language/languages.ts'
import { keepNames } from '../../app/language/names.ts'
import { authTemplates } from '../../app/mails/auth-templates.server.tsx'
import { isToShopper, MAIL_KINDS, type MailToSend, type ShopperMailKind } from '../../app/mails/claimed-mail.ts'
import { composeMail } from '../../app/mails/compose.server.tsx'
import { DEFAULT_WORDS, WORDED_KINDS } from '../../app/mails/words/default-words.ts'
import type { Letterhead } from '../../app/mails/words/letter.server.ts'
import { composeSample, sampleOf } from '../../app/mails/words/sample-mail.server.ts'
import { URDU_WORDS } from '../../app/mails/words/urdu-words.ts'
import { readSettings } from '../../app/platform/env.server.ts'
import { readConfig } from '../../sandbox/supabase/config.ts'
import { executeTemplate } from '../../sandbox/supabase/go-template.ts'

export const SHOP = 'https://shop.example'
const settings = readSettings({
  PUBLIC_URL: SHOP,
  SUPABASE_URL: 'http://127.0.0.1:1',
  SUPABASE_PUBLISHABLE_KEY: 'p',
  SUPABASE_SECRET_KEY: 's',
  SESSION_SECRET: 'x1y2z3'.repeat(8),
  RETURN_DAYS: '14',
})
const letterhead: Letterhead = {
  settings,
  contact: { ...NO_CONTACT_INFO, phone: '+92 42 111 222', email: 'ask@shop.example', address: 'مال روڈ، لاہور' },
  words: { en: DEFAULT_WORDS, ur: URDU_WORDS },
}
const NAMES = { 'Guest robe': 'گیسٹ گاؤن', 'Satin gown': 'ساٹن گاؤن' }
keepNames({ color: { Black: 'سیاہ' } })

export interface Mail {
  name: string
  language: Language
  subject: string
  html: string
  /** Null in Auth's mails: its service sends HTML alone (decision 202). */
  text: string | null
}

type OrderKind = ShopperMailKind
export const ORDER_KINDS = MAIL_KINDS.filter(isToShopper)

/** Returns a mail about an order with a discount, of a guest or a member, with the names that the database adds for its language. */
export function orderMail(kind: OrderKind, language: Language, isGuest: boolean, more: Partial<MailToSend> = {}) {
  const sample = sampleOf(kind)
  const order = sample.order && { ...sample.order, savings: 71_850, user_id: isGuest ? null : sample.order.user_id }
  const mail = { ...sample, order, names: language === 'ur' ? NAMES : {}, ...more }
  return inLanguage(language, () => composeMail(letterhead, mail))
}

function authMails(language: Language): Mail[] {
  const { template, notification } = readConfig().auth.email
  const isOfDesk = (name: string) => name.startsWith('mfa_')
  const data = {
    SiteURL: SHOP,
    RedirectTo: language === 'ur' ? `${SHOP}/?lang=ur` : `${SHOP}/`,
    Data: { language },
    Token: '123456',
    TokenHash: 'abc',
    Email: 'old@example.com',
    NewEmail: 'new@example.com',
    OldEmail: 'old@example.com',
  }
  return Object.entries(authTemplates()).map(([name, html]) => ({
    name,
    language: isOfDesk(name) ? 'en' : language,
    subject: executeTemplate({ ...template, ...notification }[name as keyof typeof template].subject, data),
    html: executeTemplate(html, data),
    text: null,
  }))
}

async function staffMails(): Promise<Mail[]> {
  const sent: Mail[] = []
  const invoke = async (name: string, { body }: { body: Omit<Mail, 'name' | 'language'> }) => {
    sent.push({ name, language: 'en', ...body })
    return { error: null }
  }
  const context = { settings, backends: { service: { functions: { invoke } } } } as unknown as Parameters<
    typeof mailLostPhone
  >[0]
  const email = 'operator@example.com'
  for (const invitation of [null, '7']) await mailInvitation(context, { email, role: 'manager', invitation })
  await mailLostPhone(context, email)
  await mailRecovery(context, email, 3)
  return sent
}

async function allMails(): Promise<Mail[]> {
  const refund = sampleOf('refund_due').refund
  const toOperators = { ...sampleOf('refund_due'), kind: 'operator_refund', refund } as const
  return [
    ...LANGUAGES.flatMap((language) => [
      ...ORDER_KINDS.flatMap((kind) =>
        [true, false].map((isGuest) => ({ name: kind, language, ...orderMail(kind, language, isGuest) })),
      ),
      ...WORDED_KINDS.filter((kind) => !ORDER_KINDS.some((one) => one === kind)).map((kind) => ({
        name: kind,
        language,
        ...inLanguage(language, () => composeSample(letterhead, kind)),
      })),
      ...authMails(language),
    ]),
    { name: 'operator_refund', language: 'en', ...composeMail(letterhead, toOperators) },
    {
      name: 'operator_order',
      language: 'en',
      ...composeMail(letterhead, { ...sampleOf('placed'), kind: 'operator_order' }),
    },
    ...(await staffMails()),
  ]
}
/** Every kind of mail in each language: a new kind is here once it is in MAIL_KINDS, in the words of mails, or in supabase/templates. */
export const MAILS = await allMails()
export const titleOf = ({ name, language, subject }: Mail) => `${name} in ${language}: ${subject}`
