import { escapeHtml } from '../html.ts'

/** What a template names: `.Token` is `Token`, `.Data.language` is `language` of `Data`. */
export type TemplateData = Record<string, string | Record<string, string>>

const CONDITION = /\{\{ if eq (\S+) (?:"(.*?)"|\(print (\S+) "(.*?)"\)) \}\}(.*?)\{\{ else \}\}(.*?)\{\{ end \}\}/gs

/** Executes a template as Go does, as far as Auth's use it: values, and whether one equals a text. Throws for anything else. */
export function executeTemplate(template: string, data: TemplateData): string {
  return template
    .replaceAll(/ -\}\}\s*/g, ' }}')
    .replaceAll(CONDITION, (_, field, text, start, end, then, otherwise) =>
      valueOf(data, field) === (text ?? valueOf(data, start) + end) ? then : otherwise,
    )
    .replaceAll(/\{\{ (.*?) \}\}/g, (_, action: string) => escapeHtml(valueOf(data, action)))
}

function valueOf(data: TemplateData, field: string): string {
  if (!/^(\.\w+)+$/.test(field)) throw new Error(`The sandbox can’t execute {{ ${field} }}.`)
  const [, name = '', part] = field.split('.')
  const value = data[name]
  return (typeof value === 'object' ? value[part ?? ''] : value) ?? ''
}
