import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Breadcrumb } from '~/ui/breadcrumb'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { readContactInfo } from './contact.server'

export const handle: PageHandle = { styles: ['content', 'profile'] }

export const meta = ({ data }: { data?: { canonical: string } }) => pageMeta('Contact', { canonical: data?.canonical })

export async function loader({ context }: LoaderFunctionArgs) {
  return { info: await readContactInfo(context), canonical: `${context.settings.PUBLIC_URL}/contact` }
}

export default function Contact() {
  const { info } = useLoaderData<typeof loader>()
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: 'Home', to: '/' }, { name: 'Contact' }]} />
      <h1>Contact Us</h1>
      <section className="section" aria-labelledby="contact-information">
        <h2 id="contact-information">Contact Information</h2>
        <dl className="facts">
          {info.phone ? (
            <div>
              <dt>Phone</dt>
              <dd>
                <a className="link" href={`tel:${info.phone.replace(/[^\d+]/g, '')}`}>
                  {info.phone}
                </a>
              </dd>
            </div>
          ) : null}
          <div>
            <dt>E-mail</dt>
            <dd>
              <a className="link" href={`mailto:${info.email}`}>
                {info.email}
              </a>
            </dd>
          </div>
          {info.address ? (
            <div>
              <dt>Address</dt>
              <dd>{info.address}</dd>
            </div>
          ) : null}
        </dl>
      </section>
    </div>
  )
}
