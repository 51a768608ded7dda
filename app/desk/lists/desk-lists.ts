import type { Area } from '../areas'
import { named, someOf } from './columns'
import type { List } from './list'

const WHAT_FOR: Record<Area, string> = {
  orders: 'Orders: calls, packing, parcels, returns, stock',
  money: 'Money: refunds, settlements, sales, the ledger',
  products: 'Products: their texts, pictures and stock, categories, sizes',
  prices: 'Prices: of products, with Products; promo codes; discounts on orders, with Orders',
  texts: 'Texts: pages, mails, the home page, Urdu',
  people: 'People: chat, messages, reviews, shoppers, newsletter',
  settings: 'Settings: delivery, limits of orders, taxes',
}

export const DESK_LISTS = {
  desk_role: {
    title: 'Roles at the desk',
    noun: 'role',
    about:
      'What operators may do: everything, or one of these roles, which a manager gives them under Operators and managers. A role counts at once, also where it is changed. Only managers make roles, and a code younger than ten minutes is needed.',
    fields: [
      named('name', 'Name', 40, { hint: 'Such as Packing, Accountant or Photographer.' }),
      someOf('areas', 'What it is for', WHAT_FOR, 'Please tick what the role is for.'),
    ],
    shown: ['areas'],
    usedBy: 'Operators',
  },
} satisfies Record<string, List>
