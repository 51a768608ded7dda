import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { inLanguage } from '../../app/language/current.server.ts'
import { keepNames, nameOf, namesWithin } from '../../app/language/names.ts'
import { textOf, translated, translations } from '../../app/language/translated.ts'
import { freeText, RowText } from '../../app/ui/free-text.tsx'

const job = { title: 'Tailor', type: 'Full time', requirements: ['Patience', 'Scissors'] }
const row = { ...job, translations: { ur: { title: 'درزی', requirements: 'صبر\nقینچی' } } }
const schema = translated(z.object({ title: z.string(), type: z.string(), requirements: z.array(z.string()) }))

test('a row is read in the page’s language as far as it has it, and in English as it is (TR-03)', () => {
  expect(schema.parse(row)).toEqual(job)
  const urdu = { title: 'درزی', type: 'Full time', requirements: ['صبر', 'قینچی'] }
  expect(inLanguage('ur', () => schema.parse(row))).toEqual(urdu)
  expect(inLanguage('ur', () => schema.parse(job))).toEqual(job)
  expect(inLanguage('ur', () => [translated(z.null()).parse(null), textOf(row, 'title'), textOf(row, 'type')])).toEqual(
    [null, 'درزی', 'Full time'],
  )
  expect(z.object({ translations }).parse({})).toEqual({})
})

test('names stay English where they are read, and an area gets those that it shows (TR-03)', () => {
  keepNames({ color: { Black: 'سیاہ', White: 'سفید' }, category: { Robes: 'گاؤن' } })
  const props = { color: 'Black', more: [{ name: 'Robes' }, 'constructor', null, 7] }
  expect([nameOf('color', 'Black'), namesWithin(props)]).toEqual(['Black', undefined])
  inLanguage('ur', () => {
    expect(['Black', 'Beige', 'Robes', 'constructor'].map((name) => nameOf('color', name))).toEqual([
      'سیاہ',
      'Beige',
      'Robes',
      'constructor',
    ])
    expect(namesWithin(props)).toEqual({ color: { Black: 'سیاہ' }, category: { Robes: 'گاؤن' } })
    expect(namesWithin({ size: 'M' })).toBeUndefined()
  })
})

test('on an Urdu page a text without Urdu is marked as English; an English page has no byte more (TR-03)', () => {
  const markup = (text: string) => renderToStaticMarkup(<RowText text={text} />)
  expect([freeText('Robe'), freeText('گاؤن'), markup('Robe')]).toEqual([
    { dir: 'auto' },
    { dir: 'auto', lang: 'ur' },
    'Robe',
  ])
  inLanguage('ur', () => {
    expect([freeText('Robe'), freeText('گاؤن'), freeText('')]).toEqual([
      { dir: 'ltr', lang: 'en' },
      { dir: 'auto' },
      { dir: 'auto' },
    ])
    const [robe, search] = ['گاؤن', '”bra“ کے نتائج']
    expect(['Robe', robe, search].map(markup)).toEqual(['<bdi lang="en" dir="ltr">Robe</bdi>', robe, search])
  })
})
