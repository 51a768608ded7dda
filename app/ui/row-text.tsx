import { freeText } from './free-text'

/** A text of a row within others. On a page in another language, one that is only there in English is marked as English. */
export function RowText({ text }: { text: string }) {
  const { lang, dir } = freeText(text)
  return lang === 'en' ? (
    <bdi lang={lang} dir={dir}>
      {text}
    </bdi>
  ) : (
    text
  )
}
