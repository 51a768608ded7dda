import { m } from '~/language/messages'

/** Returns links to 'All' (`path`) and to each distinct group (`path?parameter=group`). `chosen` is '' for all. */
export function groupChoices(groups: readonly string[], chosen: string, path: string, parameter: string) {
  return ['', ...new Set(groups)].map((name) => ({
    name: name || m.content_all(),
    to: name ? `${path}?${parameter}=${encodeURIComponent(name)}` : path,
    isChosen: name === chosen,
  }))
}
