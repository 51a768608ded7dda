import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { sampleOf } from '../../app/mails/words/sample-mail.server.ts'
import { MAILS, ORDER_KINDS, orderMail, SHOP, titleOf } from '../support/all-mails.ts'

// What holds for every kind of mail. How all of them look is in mail-looks.test.ts.

test('every mail has the shop’s frame: mark, one heading, colours for dark mode, and the shop’s name at the end', () => {
  for (const mail of MAILS) {
    const html = parse(mail.html)
    const marks = html.querySelectorAll('p.accent').map(({ text }) => text)
    const last = html.querySelectorAll('.soft.line a').at(-1)?.text
    const found = [html.querySelector('html')?.getAttribute('lang'), marks, html.querySelectorAll('h1').length, last]
    expect([titleOf(mail), ...found]).toEqual([titleOf(mail), mail.language, ['Chambeli'], 1, 'Chambeli'])
    expect(mail.html).toContain('prefers-color-scheme:dark')
    expect(html.querySelector('html')?.getAttribute('dir')).toBe(mail.language === 'ur' ? 'rtl' : undefined)
  }
})

test('every mail that the shop composes says the same in text', () => {
  for (const mail of MAILS.filter(({ text }) => text !== null)) {
    const html = parse(mail.html.replace(/<title>.*?<\/title>|<style>.*?<\/style>/g, ''))
    const words = [...html.querySelectorAll('p, .button')].flatMap((part) => part.innerHTML.split('<br/>'))
    const lines = words.map((part) => parse(part).text).filter((line) => !/^$|Chambeli$|shop\.example\//.test(line))
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect([titleOf(mail), mail.text]).toEqual([titleOf(mail), expect.stringContaining(line)])
  }
})

test('every link to the shop in an Urdu mail opens in Urdu without a cookie, and names no language in an English one', () => {
  for (const mail of MAILS) {
    const links = parse(mail.html)
      .querySelectorAll('a')
      .map((link) => link.getAttribute('href') ?? '')
      .filter((link) => !link.startsWith('mailto:'))
    const inText = (mail.text ?? '').match(/https:\/\/[^\s\u2069]+/g) ?? []
    expect(links.length).toBeGreaterThan(0)
    for (const link of [...links, ...inText]) {
      const { origin, searchParams } = new URL(link.replace(/\.$/, ''))
      const language = mail.language === 'ur' ? 'ur' : null
      expect([titleOf(mail), link, origin, searchParams.get('lang')]).toEqual([titleOf(mail), link, SHOP, language])
    }
  }
})

test('an Urdu mail has no English but names, numbers, and what people wrote', () => {
  const { shipping_address: address } = sampleOf('placed').order ?? {}
  const written = [...Object.values(address ?? {}), 'Karachi', sampleOf('return_approved').return?.answer, 'the link']
  for (const mail of MAILS.filter(({ language }) => language === 'ur')) {
    const html = parse(mail.html.replace(/<!doctype html>|<style>.*?<\/style>/g, ''))
    for (const part of [mail.subject, html.text, mail.text ?? '']) {
      let rest = part.replaceAll(/https:\S+|shop\.example\/\S*|\S+@[\w.]+|Rs\.|ORD-[\d-]+|TCS-\d+|Chambeli/g, '')
      // The products of letters come with their names from the database.
      for (const words of [...written, ...(mail.text?.includes('گیسٹ') ? [] : ['Guest robe'])])
        if (words) rest = rest.replaceAll(words, '')
      expect([titleOf(mail), rest.match(/[A-Za-z]{2,}/g)]).toEqual([titleOf(mail), null])
    }
  }
})

test('no mail has a date in digits, which may be read the other way round', () => {
  for (const { html, text, ...mail } of MAILS)
    expect([mail.name, `${html} ${text ?? ''}`.match(/\d\d?\/\d\d?\/\d{4}/)]).toEqual([mail.name, null])
})

test('a discount’s minus stays before the sum in an Urdu mail', () => {
  for (const kind of ORDER_KINDS) {
    const { html, text } = orderMail(kind, 'ur', true)
    for (const part of [html, text])
      expect([...part.matchAll(/(.)−Rs\. 718\.50/g)].map(([, sign]) => sign)).toEqual(['\u200e'])
    expect(orderMail(kind, 'en', true).text).toContain(': −Rs. 718.50')
  }
})

const directionIn = (text: string) => {
  const [letter] = text.match(/\p{L}/u) ?? []
  return letter && (/\p{Script=Arabic}/u.test(letter) ? 'rtl' : 'ltr')
}

test('a text of a mail runs like its own words, whatever name it begins with', () => {
  for (const mail of MAILS) {
    const parts = parse(mail.html).querySelectorAll('h1, p[dir]')
    for (const part of parts) {
      const own = directionIn(part.text.replaceAll(/\u2068[^\u2069]*\u2069/g, ''))
      const stated = part.getAttribute('dir')
      // HTML's algorithm knows no isolates: the first letter decides, also a name's.
      const shown = stated === 'auto' ? directionIn(part.text) : (stated ?? (mail.language === 'ur' ? 'rtl' : 'ltr'))
      if (own) expect([titleOf(mail), part.text, shown]).toEqual([titleOf(mail), part.text, own])
    }
  }
})

test('no sum breaks between Rs. and its number in the sentences of a mail', () => {
  for (const mail of MAILS) {
    const sentences = parse(mail.html).querySelectorAll('h1, h2, p')
    for (const sentence of sentences) {
      const rest = sentence.childNodes.filter(({ nodeType }) => nodeType === 3).map(({ text }) => text)
      expect([titleOf(mail), rest.filter((text) => /Rs\. \d/.test(text))]).toEqual([titleOf(mail), []])
    }
  }
})

test('every mail writes dates in one way, as days near now', () => {
  const dated = MAILS.filter(({ html }) => /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\u00a0\d{1,2}\u00a0[A-Z]/.test(html))
  expect(new Set(dated.map(({ name }) => name)).size).toBeGreaterThan(4)
  for (const mail of MAILS) {
    const others = `${mail.html} ${mail.text}`.match(/\d{1,2}\/\d{1,2}\/\d{4}|\d{4}-\d\d-\d\d|[\u00a0 ]20\d\d\b/g)
    expect([titleOf(mail), others]).toEqual([titleOf(mail), null])
  }
})

test('no program makes links of the numbers, dates and addresses in a mail', () => {
  for (const { html } of MAILS)
    for (const kind of ['telephone', 'date', 'address'])
      expect(parse(html).querySelector('meta[name=format-detection]')?.getAttribute('content')).toContain(`${kind}=no`)
})

test('every button of a mail says in few words what it does', () => {
  for (const mail of MAILS) {
    const [button] = parse(mail.html).querySelectorAll('.button')
    const words = button?.text.replaceAll(/Rs\. [\d,.]+/g, 'sum') ?? ''
    expect([titleOf(mail), words, words.split(' ').length <= 6, /[.۔:]/.test(words)]).toEqual([
      titleOf(mail),
      words,
      true,
      false,
    ])
  }
})

test('mails about an exchange or return name what is due or goes back, until it is refused or said otherwise', () => {
  const sentences = (sums: { due_amount: number; refund_amount: number }) =>
    Object.fromEntries(
      ORDER_KINDS.filter((kind) => sampleOf(kind).return !== null).map((kind) => {
        const asked = sampleOf(kind).return
        const { text } = orderMail(kind, 'en', true, { return: asked && { ...asked, ...sums }, refund: null })
        return [kind, text.split('\n').filter((line) => line.includes('Rs. 641.00'))]
      }),
    )
  const later = ['What we send you instead costs Rs. 641.00 more. You pay that when it is delivered.']
  expect(sentences({ due_amount: 64_100, refund_amount: 0 })).toEqual({
    return_requested: later,
    return_approved: later,
    return_received: later,
    return_refused: [],
    exchange_sent: ['Please have Rs. 641.00 ready: you pay it when the parcel is delivered.'],
  })
  const back = ['Once what you send has arrived with us, we send you Rs. 641.00 back.']
  expect(sentences({ due_amount: 0, refund_amount: 64_100 })).toEqual({
    return_requested: back,
    return_approved: back,
    return_received: [],
    return_refused: [],
    exchange_sent: [],
  })
})
