import { m } from '~/language/messages'
import { data } from '@remix-run/node'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { NotFound } from '~/catalog/not-found'

export const handle: PageHandle = { withoutNewsletter: true }

export const meta = () => pageMeta(m.shell_page_not_found(), { hidden: true })

export const loader = () => data(null, { status: 404 })

export const action = () => data(null, { status: 404 })

export default NotFound
