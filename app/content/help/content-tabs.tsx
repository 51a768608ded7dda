import { m } from '~/language/messages'
import type { ReactNode } from 'react'
import { Breadcrumb } from '~/ui/breadcrumb'
import { ChoiceLinks } from '../choice-links'

interface ContentTabsProps {
  title: string
  label: string
  tabs: readonly { name: string; to: string; isChosen: boolean }[]
  children: ReactNode
}

export function ContentTabs({ title, label, tabs, children }: ContentTabsProps) {
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: m.content_home(), to: '/' }, { name: title }]} />
      <h1 className="page-title">{title}</h1>
      <ChoiceLinks label={label} choices={tabs} />
      {children}
    </div>
  )
}

/** A tab of a page. `slug` is that of its text in `page_content`. */
export interface Tab {
  key: string
  name: () => string
  slug: string
}

/** Returns the tab that a URL names, or else the first. */
export function selectedTab(tabs: readonly [Tab, ...Tab[]], url: string): Tab {
  const asked = new URL(url).searchParams.get('tab')
  return tabs.find(({ key }) => key === asked) ?? tabs[0]
}

/** Returns the links to all tabs of the page at `path`, which shows the first tab. */
export function tabLinks(tabs: readonly Tab[], chosen: string, path: string) {
  return tabs.map(({ key, name }, index) => ({
    name: name(),
    to: index === 0 ? path : `${path}?tab=${key}`,
    isChosen: key === chosen,
  }))
}
