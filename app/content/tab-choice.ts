/** A tab of a page: what it is called, and the slug of the text that operators write for it. */
export interface Tab {
  key: string
  name: string
  slug: string
}

/** The tab that an address asks for; the first where it asks for none that there is. */
export function chosenTab(tabs: readonly [Tab, ...Tab[]], url: string): Tab {
  const asked = new URL(url).searchParams.get('tab')
  return tabs.find(({ key }) => key === asked) ?? tabs[0]
}

/** Links to every tab of the page at `path`; the first is the page itself. */
export function tabLinks(tabs: readonly Tab[], chosen: string, path: string) {
  return tabs.map(({ key, name }, place) => ({
    name,
    to: place === 0 ? path : `${path}?tab=${key}`,
    isChosen: key === chosen,
  }))
}
