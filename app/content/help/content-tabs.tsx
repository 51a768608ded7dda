import { m } from '~/language/messages'
import type { ReactNode } from 'react'
import { Breadcrumb } from '~/ui/breadcrumb'
import { ChoiceLinks } from '../choice-links'
import { RowText } from '~/ui/free-text'

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
<<<<<<< HEAD
      <Breadcrumb steps={[{ name: m.content_home(), to: '/' }, { name: title }]} />
      <h1 className="page-title">{title}</h1>
=======
      <Breadcrumb steps={[{ name: 'Home', to: '/' }, { name: title }]} />
      <h1 className="page-title">
        <RowText text={title} />
      </h1>
>>>>>>> work-rows
      <ChoiceLinks label={label} choices={tabs} />
      {children}
    </div>
  )
}
