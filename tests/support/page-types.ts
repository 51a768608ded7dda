import { addToCart, placeOrder } from './checkout.ts'
import { CHAT, startChat } from './chat.ts'
import { newPerson, newVisitor, signedIn } from './people.ts'
import type { Page, Visitor } from './visitor.ts'

/** Pages that anybody may open. */
export const PUBLIC = [
  '/',
  '/?tab=Bra&slide=2',
  '/product-listing',
  '/product-listing?category=Bra&colors=Black&sizes=34B&page=1',
  '/product-listing?search=nothing-like-it',
  '/product-listing?page=2',
  '/on-sale',
  '/on-sale?category=Nightwear&sizes=M',
  '/product/satin-nightgown-with-lace-hem',
  '/back-in-stock?product=satin-nightgown-with-lace-hem',
  '/back-in-stock/confirm',
  '/back-in-stock/end',
  '/newsletter/confirm',
  '/newsletter/end',
  '/wishlist',
  '/product/lace-balconette-bra',
  '/product/lace-balconette-bra?tab=SizeGuide',
  '/product/lace-balconette-bra?tab=ratingReviews',
  '/product/lace-balconette-bra?missing=size&quantity=2',
  '/product/nothing-like-it',
  '/size-guide',
  '/size-finder',
  '/size-finder?underbust=76&bust=91&unit=cm&product=lace-balconette-bra',
  '/size-finder?underbust=30&bust=wide&unit=cm',
  '/cart',
  '/login',
  '/create-account',
  '/forget-password',
  '/verify-otp',
  '/reset-password',
  '/confirm-email',
  '/company',
  '/company/about',
  '/company/features',
  '/company/works',
  '/company/career',
  '/contact',
  '/help',
  '/help/delivery-details',
  '/help/delivery-details?tab=tracking',
  '/help/returns',
  '/help/terms-conditions',
  '/help/privacy-policy',
  '/faq',
  '/faq?q=nothing-like-it',
  '/faq/account',
  '/nothing/like-it',
]

export const FOR_SHOPPERS = [
  '/profile',
  '/profile/edit-location',
  '/profile/active-orders',
  '/profile/complete-orders',
  '/profile/account',
  CHAT,
  `${CHAT}?mode=general`,
  `${CHAT}?mode=order`,
  '/profile-setup',
  '/product/lace-balconette-bra?tab=ratingReviews&write=1',
  '/cart',
  '/checkout',
]

/**
 * Returns every type of page of the shop, by name: for visitors and shoppers, empty, full and refused. Optionally in the lite
 * version or in Urdu.
 */
export async function everyPageType({ isLite = false, isUrdu = false } = {}): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>()
  const visitor = choosing(newVisitor(), isLite, isUrdu)
  for (const path of PUBLIC) pages.set(path, await visitor.get(path))
  await addToCart(visitor)
  pages.set('/cart with a line', await visitor.get('/cart'))
  pages.set('/ with a cart', await visitor.get('/'))
  await visitor.submit('/wishlist', { slug: 'guest-robe', intent: 'save' })
  await visitor.submit('/recently-viewed', { intent: 'remember' })
  pages.set('/wishlist with a product', await visitor.get('/wishlist'))
  pages.set('a saved product', await visitor.get('/product/guest-robe'))
  pages.set('a product after another', await visitor.get('/product/kimono-robe'))
  pages.set('/cart where one has to log in', await visitor.get('/cart?login=required'))
  pages.set('/login refused', await visitor.post('/login', { emailOrPhone: 'a@example.com', password: 'wrong-words' }))
  pages.set(
    '/create-account refused',
    await visitor.post('/create-account', { fullName: '', email: 'x', password: '' }),
  )
  pages.set('/contact refused', await visitor.post('/contact', { firstName: '', email: 'x', message: '' }))

  const shopper = choosing(await signedIn(await newPerson('Sana Malik')), isLite, isUrdu)
  await addToCart(shopper)
  const checkout = await shopper.get('/checkout')
  pages.set('/checkout of somebody new', checkout)
  pages.set('/checkout refused', await shopper.post('/checkout', { intent: 'place', payment: 'cod' }))
  const number = await placeOrder(shopper, 'cod')
  const toPay = await placeOrder(shopper, 'payfast')
  pages.set('an order', await shopper.get(`/profile/active-orders/${number}`))
  pages.set('a payment', await shopper.get(`/pay/${toPay}`))
  await startChat(shopper)
  await addToCart(shopper)
  for (const path of FOR_SHOPPERS) pages.set(`${path} of a shopper`, await shopper.get(path))
  return pages
}

/** Chooses versions of the pages, as the buttons of the footer do. */
function choosing(visitor: Visitor, isLite: boolean, isUrdu: boolean): Visitor {
  if (isLite) visitor.cookies.set('website_lite', 'on')
  if (isUrdu) visitor.cookies.set('website_language', 'ur')
  return visitor
}
