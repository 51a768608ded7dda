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

/** A page with tabs, each with its own URL. */
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
