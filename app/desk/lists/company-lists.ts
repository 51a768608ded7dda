import { isCallable } from '~/contact/contact-info'
import { emailSchema } from '~/platform/email'
import { plainText } from '~/platform/text'
import { required, text } from '../form/form-fields'
import { SECTIONS } from '../texts/text-kinds'
import { link } from './banner-lists'
import { coded, column, itself, long, named, oneOf, PLACE, points, SHOWN, webAddress, whole, yes } from './columns'
import type { List } from './list'
import { picture } from './picture-column'

const SLUG = /^(?=.{1,80}$)[a-z0-9]+(-[a-z0-9]+)*$/
const TITLE = /^(?=.{1,60}$)[a-z0-9]+([ &]+[a-z0-9]+)*$/i
const title = named('title', 'Title', 120)
const LTR = { dir: 'ltr' } as const
const NUMBER_WORDS = 'Please enter a phone number, such as 042 35761234 or +92 300 1234567.'
const EMAIL_WORDS = { missing: 'Please enter the e-mail.', invalid: 'Please enter a valid e-mail address.' }
const PLATFORMS = { instagram: 'Instagram', twitter: 'X (Twitter)', discord: 'Discord' }

export const COMPANY_LISTS = {
  job: {
    title: 'Jobs',
    noun: 'job',
    about: 'Open positions, on the page Careers. People apply by e-mail.',
    fields: [
      title,
      [
        named('department', 'Department', 60),
        named('location', 'Place', 60),
        named('type', 'Kind, such as Full-time', 60),
      ],
      long('description', 'Description', 2000),
      points('responsibilities', 'Responsibilities, one in a line'),
      points('requirements', 'Requirements, one in a line'),
      SHOWN,
    ],
    shown: ['department', 'location', 'is_active'],
  },
  work: {
    title: 'Works',
    noun: 'work',
    about: 'Collections and collaborations, on the page Works. Featured ones come first there.',
    fields: [
      [title, named('category', 'Category', 60), whole('year', 'Year', 1900, 2200), PLACE],
      long('description', 'Description', 1000),
      picture('image_url'),
      link,
      yes('is_featured', 'Featured'),
      SHOWN,
    ],
    shown: ['image_url', 'category', 'year', 'is_active'],
    picture: 'image_url',
  },
  question_category: {
    title: 'Categories of questions',
    noun: 'category',
    about: 'The groups of the page FAQ. The questions themselves are edited under Texts.',
    fields: [
      [
        named('title', 'Title', 80),
        coded('slug', 'Address', SLUG, 'Please use small letters, digits and hyphens.', 'The end of /faq/payments.'),
        PLACE,
      ],
      SHOWN,
    ],
    shown: ['slug', 'is_active'],
    usedBy: 'Questions',
  },
  footer: {
    title: 'Links of the footer',
    noun: 'link',
    about:
      'The links at the end of every page. Column and words make the address: Size Guide in HELP leads to /help/size-guide.',
    fields: [
      [
        coded('title', 'Words', TITLE, 'Please use Latin letters, digits and spaces: the address is made of them.'),
        oneOf('section', 'Column', SECTIONS.map(itself)),
        PLACE,
      ],
      SHOWN,
    ],
    shown: ['section', 'is_active'],
  },
} satisfies Record<string, List>

export const CONTACT_LISTS = {
  contact_details: {
    title: 'Contact details and hours',
    noun: 'contact details',
    about: 'How shoppers reach the shop, on the page Contact and wherever else it is said.',
    fields: [
      [
        column(
          'phone',
          'Phone',
          required('Please enter the phone.', 32).overwrite(plainText).refine(isCallable, NUMBER_WORDS),
          LTR,
        ),
        column('whatsapp', 'WhatsApp', text(32).overwrite(plainText).refine(isCallable, NUMBER_WORDS).optional(), LTR),
        column('email', 'E-mail', emailSchema(EMAIL_WORDS), LTR),
      ],
      named('address', 'Address', 300),
      long('hours', 'Hours, such as Monday to Saturday, 10 am to 7 pm', 200),
    ],
  },
  social_link: {
    title: 'Social links',
    noun: 'social link',
    about: 'The shop’s pages elsewhere, as icons on the page Contact.',
    fields: [[oneOf('platform', 'Platform', Object.entries(PLATFORMS)), webAddress('url', 'Address')], SHOWN],
    shown: ['url', 'is_active'],
  },
  quick_answer: {
    title: 'Quick answers of the chat',
    noun: 'quick answer',
    about:
      'Questions that the chat offers, and what it answers by itself. The shop fills in {delivery_price}, {delivery_days} and {order_cut_off}.',
    fields: [
      named('question_text', 'Question', 200),
      long('answer_text', 'Answer', 2000, 'Please enter the answer.'),
      [named('category', 'Category', 60), PLACE],
      SHOWN,
    ],
    shown: ['category', 'is_active'],
  },
} satisfies Record<string, List>
