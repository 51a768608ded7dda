import { m } from '~/language/messages'
import type { ReactNode } from 'react'
import { Flower } from './icon'

interface FormPageProps {
  title: string
  /** What the form is for. */
  about?: ReactNode
  children: ReactNode
}

/** A page of one narrow form. If there is nothing to fill in, as after a bad link, it leads home. */
export function FormPage({ title, about, children }: FormPageProps) {
  return (
    <div className="wrap section">
      <div className="account">
        <div className="account-head">
          <Flower large />
          <h1>{title}</h1>
          {about ? <p className="muted">{about}</p> : null}
        </div>
        {children ?? (
          <p className="account-head">
            <a className="button" href="/">
              {m.ui_return_home()}
            </a>
          </p>
        )}
      </div>
    </div>
  )
}
