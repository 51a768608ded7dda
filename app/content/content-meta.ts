import type { MetaDescriptor } from '@remix-run/node'
import { pageMeta, type PageArgs } from '~/ui/page-meta'

interface ContentArgs extends PageArgs {
  /** The loader's; missing if it failed. */
  data?: { page: { meta_description: string | null } | null } | undefined
}

/** Returns the title and tags of a written page, with the description that its author gave. */
export function contentMeta(page: ContentArgs, title: string, path: string): MetaDescriptor[] {
  return pageMeta(title, { description: page.data?.page?.meta_description ?? undefined, shared: { page, path } })
}
