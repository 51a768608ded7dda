import { useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { Only, useAllowed } from '../areas'
import { atDesk } from '../desk.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { deskPage, found, idOf } from '../desk-page'
import { EditForm } from '../form/edit-form'
import { Tabs } from '../list/filters'
import { pageNumber, searchWords } from '../list/list-address'
import { MAX_FILES } from './pictures/picture-fields'
import { PictureForm } from './pictures/picture-form'
import { sureField } from './sure-field'
import { type ProductStock, readStock } from '../stock/stock.server'
import { Checklist } from './checklist'
import { ColorGrid } from './color-grid'
import { changeProduct } from './product-actions.server'
import { PairsForm } from './pairs-form'
import { listPairs } from './pairs.server'
import { productFields, productUrdu } from './product-fields'
import { PARTS, partUrl, productPart, STATE_NAMES, type ProductPart, type ProductState } from './product-query'
import { type DeskProduct, type ProductChecks, readChecks, readProduct } from './products.server'
import { productFormSchema, stateSchema } from './product.schema'
import { pagesOfSizes } from './stock-fields'
import { CountedBy, NoSizeForm, StockForm } from './stock-form'
import { useReply } from '../form/posted-form'
import { listTexts } from '../translations/translations.server'
import { UrduForm } from '../translations/urdu-form'
import { VideoForm } from './video/video-form'
import { readVideo } from './video/video.server'

export const { handle, meta } = deskPage('Product', {
  tooLarge: `At most ${MAX_FILES} pictures, of 15 MB each and 16 MB together, can be sent at once. Nothing was saved.`,
})

export const loader = atDesk(async ({ operator, params, request }) => {
  const id = idOf(params)
  const [product, checks, stock, video] = await Promise.all([
    readProduct(operator, id).then(found),
    readChecks(operator, id).then(found),
    readStock(operator, id).then(found),
    readVideo(operator, id),
  ])
  const { searchParams } = new URL(request.url)
  const part = productPart(searchParams.get('part')) ?? 'save'
  const urdu = part === 'save' ? await listTexts(operator, { kind: 'product', owner: id }) : []
  const search = searchWords(searchParams)
  const pairs = part === 'pairs' ? await listPairs(operator, id, search) : []
  const changes = part === 'changes' ? await listChanges(operator, 'product', product.id) : []
  return {
    product,
    checks,
    video,
    part,
    sizesPage: pageNumber(searchParams, 'sizes'),
    rows: pageNumber(searchParams, 'rows'),
    stock,
    urdu,
    changes,
    pairs,
    search,
  }
})

export const action = atDesk(({ operator, params, context }) => changeProduct(context, operator, idOf(params)))

export default function DeskProductPage() {
  const {
    product,
    checks,
    video,
    part: asked,
    sizesPage,
    rows,
    stock,
    urdu,
    changes,
    ...set
  } = useLoaderData<typeof loader>()
  // A refused form is shown wherever it was posted to.
  const part = productPart(useReply()?.initialValue?.intent) ?? asked
  const badge = product.state === 'published' ? 'badge badge-ok' : 'badge badge-info'
  const menu = (Object.keys(PARTS) as ProductPart[]).flatMap((one) => {
    const name = PARTS[one]
    return name === null ? [] : [[partUrl(product.id, one), name] as const]
  })
  const sizes = <StockPart key="stock" product={product} checks={checks} stock={stock} page={sizesPage} rows={rows} />
  const pictures = <PictureForm key="pictures" product={product} />
  return (
    <>
      <div className="order-head">
        <h1 {...freeText(product.name)}>{product.name}</h1>
        <span className={badge}>{STATE_NAMES[product.state]}</span>
      </div>
      <StateForm product={product} />
      <Checklist product={product} lacks={checks.lacks} />
      <Tabs name="Parts of the product" tabs={menu} shown={partUrl(product.id, part === 'pictures' ? 'stock' : part)} />
      {part === 'save' ? <ProductForm product={product} /> : null}
      {part === 'save' ? <UrduForm kind="product" owner={product.id} texts={urdu} form={productUrdu(product)} /> : null}
      {part === 'stock' ? [sizes, pictures] : part === 'pictures' ? [pictures, sizes] : null}
      {part === 'video' ? <VideoForm version={product.version} video={video} /> : null}
      {part === 'pairs' ? <PairsForm product={product} pairs={set.pairs} search={set.search} /> : null}
      {part === 'changes' ? <Changes changes={changes} /> : null}
    </>
  )
}

/** What shoppers read of a product: texts, features, price, discount, category, colours, attributes and flags; and its article number. */
function ProductForm({ product }: { product: DeskProduct }) {
  const mayPrice = useAllowed('prices')
  return (
    <EditForm
      id="product"
      name="Product"
      hasHeading
      schema={productFormSchema}
      version={product.version}
      intent="save"
      isLarge
      fields={[sureField(useReply({}, ['save'])), ...productFields(product, mayPrice)]}
      button="Save the product"
    />
  )
}

interface StockPartProps {
  product: DeskProduct
  checks: ProductChecks
  stock: ProductStock
  page: number
  rows: number
}

/** The sizes of a product and their stock: by colour in a grid of its own. */
function StockPart({ product, checks, stock, page, rows }: StockPartProps) {
  const byColor = new Set(stock.sizes.flatMap(({ id, is_by_color: isSo }) => (isSo ? id : [])))
  return (
    <>
      {byColor.size > 0 ? <ColorGrid stock={stock} asked={page} /> : null}
      <StockForm
        product={product}
        page={Math.min(page, pagesOfSizes(product.sizes.length))}
        byColor={byColor}
        rows={rows}
      />
      {product.sizes.length === 0 ? <NoSizeForm version={product.version} {...checks} /> : null}
      {product.sizes.length > 0 && stock.colors.length > 0 ? (
        <CountedBy product={product} isByColor={byColor.size > 0} />
      ) : null}
    </>
  )
}

const BUTTONS: Record<ProductState, string> = {
  published: 'Publish',
  draft: 'Make it a draft',
  archived: 'Archive',
}

const NEXT: Record<ProductState, readonly ProductState[]> = {
  published: ['draft', 'archived'],
  draft: ['published', 'archived'],
  archived: ['published', 'draft'],
}

function StateForm({ product: { id, slug, version, state } }: { product: DeskProduct }) {
  const form = useShopForm('state', stateSchema, useReply({}, ['state']))
  return (
    <div className="stack">
      <ErrorSummary form={form} />
      <div className="desk-buttons">
        <Only areas={['prices']}>
          <form method="post" aria-label="Copy">
            <button className="button button-outline" name="intent" value="duplicate">
              Duplicate
            </button>
          </form>
        </Only>
        {state === 'published' ? (
          <a className="button button-outline" href={`/product/${slug}`}>
            See it in the shop
          </a>
        ) : null}
        {state === 'draft' ? (
          <a className="button button-outline" href={`/desk/products/${id}/preview`}>
            Preview as shoppers will see it
          </a>
        ) : null}
        <form {...form.props} className="desk-buttons" aria-label="State">
          <input type="hidden" name="intent" value="state" />
          <input type="hidden" name="version" value={version} />
          {NEXT[state].map((next) => (
            <button
              key={next}
              className={next === 'published' ? 'button' : 'button button-outline'}
              name="state"
              value={next}
            >
              {BUTTONS[next]}
            </button>
          ))}
        </form>
      </div>
    </div>
  )
}
