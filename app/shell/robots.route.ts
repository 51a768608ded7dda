import type { LoaderFunctionArgs } from '@remix-run/node'

export function loader({ context }: LoaderFunctionArgs) {
  const closed = ['/cart', '/checkout', '/profile', '/login', '/create-account', '/verify-otp', '/pay/', '/api/']
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${context.settings.PUBLIC_URL}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
