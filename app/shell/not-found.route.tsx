import { data } from '@remix-run/node'
import { pageMeta } from '~/ui/page-meta'
import { NotFound } from './trouble'

export const meta = () => pageMeta('Page Not Found', { hidden: true })

export const loader = () => data(null, { status: 404 })

export const action = () => data(null, { status: 404 })

export default NotFound
