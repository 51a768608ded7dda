import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { freeText } from '~/ui/free-text'
import { storeProductPicture } from '../products/pictures/stored-pictures.server'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { readUploads } from '../products/pictures/pictures.server'
import { change } from '../database.server'
import { deskPage, found, idOf } from '../desk-page'
import { byIntent, press, submit } from '../form/form-actions.server'
import { ButtonForm } from '../form/button-form'
import { BannerForm } from './banner-form'
import { BANNER_KINDS, BANNER_STATES } from './banner-kinds'
import { bannerFormSchema } from './home.schema'
import { readBanner } from './home.server'
import { TextLink } from '../list/table'

export const { handle, meta } = deskPage('Banner')

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const banner = found(await readBanner(operator, idOf(params)))
  return { banner, changes: await listChanges(operator, 'banner', banner.id) }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { db } = await requireOperator(context, request)
  const id = idOf(params)
  const page = `/desk/home/banners/${id}`
  const save = async ({ version, file, picture: chosen, ...banner }: z.output<typeof bannerFormSchema>) => {
    const uploads = await readUploads(file ? [file] : [], 'none')
    if (!uploads.ok) return { ...uploads, status: 400 } as const
    const [uploaded] = uploads.value
    const picture = uploaded ? await storeProductPicture(db, uploaded.picture) : chosen
    return change(db, 'desk_save_banner', { p_id: id, p_version: version, p_banner: { ...banner, picture } })
  }
  return byIntent(context, page, {
    save: () =>
      submit(context, bannerFormSchema, save, () => [page, 'It is saved, and in the shop within ten seconds.']),
    remove: () =>
      press(context, page, (version) => change(db, 'desk_remove_banner', { p_id: id, p_version: version }), [
        '/desk/home',
        'It is removed.',
      ]),
  })
}

export default function BannerPage() {
  const { banner, changes } = useLoaderData<typeof loader>()
  return (
    <>
      <p>
        <TextLink to="/desk/home" text="Home page" />
      </p>
      <div className="order-head">
        <h1 {...freeText(banner.title)}>{banner.title}</h1>
        <span className="muted">
          {BANNER_KINDS[banner.kind].name}: {BANNER_STATES[banner.state]}
        </span>
      </div>
      <BannerForm banner={banner} />
      <ButtonForm name="Removal" version={banner.version} buttons={{ remove: 'Remove it' }} />
      <Changes changes={changes} />
    </>
  )
}
