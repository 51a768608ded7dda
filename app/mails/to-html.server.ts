import { renderToStaticMarkup } from 'react-dom/server'

/** A mail as the edge functions expect it, beside its recipient. */
export interface ComposedMail {
  subject: string
  text: string
  html: string
}

export function toHtml(mail: JSX.Element): string {
  return `<!doctype html>${renderToStaticMarkup(mail)}`
}
