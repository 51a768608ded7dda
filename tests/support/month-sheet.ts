// An accountant's spreadsheet of a shop, made independently of it: it knows what was done, and works out each amount itself. Amounts are in
// paisa.

export interface SheetProduct {
  price: number
  /** In tenths of a per cent. */
  discount: number
}
interface Line {
  product: string
  pieces: number
  price: number
  final: number
  /** A line of an invoice whose pieces were changed is another one. */
  version: number
}
type Reason = 'size' | 'damaged' | 'changed_mind'
interface Back {
  kind: 'return' | 'exchange'
  reason: Reason
  pieces: Map<string, number>
  /** What goes back to the shopper; less than nothing if the new goods cost more. */
  refund: number
  status: 'asked' | 'received' | 'refused'
  sent: { product: string; price: number; final: number } | null
}
interface Refund {
  amount: number
  isSent: boolean
  why: 'changed' | 'payment' | 'partly' | Back
}
export interface Parcel {
  courier: string
  tracking: string
  toCollect: number
  state: 'moving' | 'delivered' | 'back'
  settled: number
  back: Back | null
}
interface Event {
  day: number
  what: 'order' | 'return' | 'partly' | 'exchange' | 'end'
  product: string | null
  amount: number
  pieces: number
  reason: string | null
}
interface Placed {
  placedOn: number
  isCash: boolean
  city: string
  channel: string
  lines: Omit<Line, 'version'>[]
  promo: Code | null
  /** Whether its sums are rounded to whole rupees. */
  isWhole: boolean
}
/** A row of a courier's file. */
export interface FileRow {
  tracking: string
  collected: number
  charge: number
  chargeTax: number
  incomeTax: number
  salesTax: number
  isReturned: boolean
}
export type Code = 'TENTH' | 'FIXED'

const LEAST = { TENTH: 100_000, FIXED: 200_000 }
const DELIVERY = 20_000
const FREE_FROM = 500_000
const SALES_TAX = 18

const add = (amounts: Iterable<number>) => [...amounts].reduce((all, one) => all + one, 0)
/** Returns a quotient rounded half up, to whole rupees or to paisa. */
const rounded = (above: number, below: number, isWhole: boolean) =>
  isWhole ? Math.round(above / (below * 100)) * 100 : Math.round(above / below)
const taxIn = (total: number) => Math.round((total * SALES_TAX) / (100 + SALES_TAX))
const isTheShopsFault = (reason: Reason) => reason === 'damaged'

/** A page of the spreadsheet: an order. */
export class OrderSheet {
  lines: Line[]
  hand = 0
  code: number
  delivery: number
  payments: number[] = []
  /** What paid the order. */
  paid = 0
  refunds: Refund[] = []
  backs: Back[] = []
  parcel: Parcel | null = null
  parcels: Parcel[] = []
  events: Event[] = []
  isEnded = false
  status: 'unpaid' | 'unconfirmed' | 'open' | 'delivered' | 'back' | 'cancelled'
  /** The invoices that were issued, credit notes below zero, with the tax in each. */
  invoices: { total: number; tax: number }[] = []
  #billed: { lines: Map<string, { pieces: number; sum: number }>; total: number } | null = null

  readonly placedOn: number
  isCash: boolean
  readonly city: string
  readonly channel: string
  readonly promo: Code | null
  readonly #isWhole: boolean

  constructor({ placedOn, isCash, city, channel, lines, promo, isWhole }: Placed) {
    this.placedOn = placedOn
    this.isCash = isCash
    this.city = city
    this.channel = channel
    this.promo = promo
    this.#isWhole = isWhole
    this.lines = lines.map((line) => ({ ...line, version: 0 }))
    this.code = this.#codeOn(this.goods())
    this.delivery = this.goods() - this.code >= FREE_FROM ? 0 : DELIVERY
    this.status = isCash ? 'unconfirmed' : 'unpaid'
    this.#post(placedOn)
  }

  goods = () => add(this.lines.map((line) => line.final * line.pieces))
  #goodsTotal = () => Math.max(0, this.goods() - this.code - this.hand)
  total = () => this.#goodsTotal() + this.delivery

  #codeOn(goods: number) {
    if (this.promo === null || goods < LEAST[this.promo]) return 0
    return this.promo === 'FIXED' ? Math.min(goods, 70_000) : rounded(goods, 10, this.#isWhole)
  }

  /** Lists what the order itself costs now, less what was listed of it before: by product, and null for all else. */
  #post(day: number) {
    const now = new Map<string | null, { amount: number; pieces: number }>()
    const count = (product: string | null, amount: number, pieces: number) => {
      const before = now.get(product) ?? { amount: 0, pieces: 0 }
      now.set(product, { amount: before.amount + amount, pieces: before.pieces + pieces })
    }
    for (const { product, pieces, final } of this.lines) count(product, final * pieces, pieces)
    count(null, this.total() - this.goods(), 0)
    for (const { what, product, amount, pieces } of this.events) if (what === 'order') count(product, -amount, -pieces)
    for (const [product, { amount, pieces }] of now)
      this.events.push({ day, what: 'order', product, amount, pieces, reason: null })
  }

  charged = () => add(this.events.map(({ amount }) => amount))
  received = () =>
    add(this.payments) +
    (this.isEnded ? 0 : add(this.parcels.filter(({ state }) => state === 'delivered').map((one) => one.toCollect)))
  /** Also what is still to be sent. */
  refunded = () => add(this.refunds.map(({ amount }) => amount))
  balance = () => this.charged() - this.received() + this.refunded()
  kept = () => this.received() - this.refunded()
  #due = () => Math.max(0, this.total() - (this.paid - this.#given('changed')))
  #given = (why: Refund['why']) => add(this.refunds.filter((refund) => refund.why === why).map(({ amount }) => amount))
  toPay = () => (this.#isPaid() ? this.#due() : this.total())
  #isPaid = () => this.paid > 0

  pay(amount: number, isRight = true) {
    this.payments.push(amount)
    if (!isRight || (this.#isPaid() && amount !== this.#due())) {
      this.refunds.push({ amount, isSent: false, why: 'payment' })
      return
    }
    this.paid += amount
    if (this.status === 'unpaid') this.status = 'open'
    this.bill()
  }

  /** What the order costs less since it was paid goes back; what isn't sent of that is worked out anew. */
  change(day: number, edit: (order: this) => void) {
    const before = this.goods()
    edit(this)
    if (this.goods() !== before) this.code = this.#codeOn(this.goods())
    this.#post(day)
    if (this.#isPaid()) {
      this.refunds = this.refunds.filter((refund) => refund.isSent || refund.why !== 'changed')
      const over = this.paid - this.#given('changed') - this.total()
      if (over > 0) this.refunds.push({ amount: over, isSent: false, why: 'changed' })
    }
    this.bill()
  }

  setPieces(product: string, pieces: number) {
    this.lines = this.lines
      .map((line) => (line.product === product ? { ...line, pieces, version: line.version + 1 } : line))
      .filter((line) => line.pieces > 0)
  }

  confirm() {
    if (this.status === 'unconfirmed') this.status = 'open'
  }

  ship(courier: string, tracking: string) {
    this.parcel = {
      courier,
      tracking,
      toCollect: this.isCash ? this.total() : this.#due(),
      state: 'moving',
      settled: 0,
      back: null,
    }
    this.parcels.push(this.parcel)
    this.status = 'open'
    this.bill(true)
  }

  deliver() {
    if (this.parcel) this.parcel.state = 'delivered'
    this.status = 'delivered'
  }

  /** Cash that never came isn't charged; a payment goes back once the parcel is in the shop's hands. */
  sendBack(day: number) {
    this.status = 'back'
    if (this.parcel) this.parcel.state = 'back'
    if (this.isCash) this.#end(day)
  }

  takeIn(day: number) {
    if (!this.isCash) this.#end(day)
  }

  cancel(day: number) {
    this.status = 'cancelled'
    this.#end(day)
  }

  #end(day: number) {
    this.isEnded = true
    const opposite = this.events.map(({ product, amount, pieces }) => ({ product, amount: -amount, pieces: -pieces }))
    for (const one of opposite) this.events.push({ day, what: 'end', reason: null, ...one })
    const rest = this.paid - add(this.refunds.filter(({ why }) => why !== 'payment').map(({ amount }) => amount))
    if (rest > 0) this.refunds.push({ amount: rest, isSent: false, why: 'payment' })
    this.bill()
  }

  /** An order that came back is delivered after all. */
  revive(day: number) {
    this.isEnded = false
    for (const event of this.events.filter(({ what }) => what === 'end'))
      this.events.push({ ...event, day, amount: -event.amount, pieces: -event.pieces })
    this.status = 'open'
    if (this.parcel) this.parcel.state = 'moving'
    this.bill()
  }

  sendRefunds() {
    for (const refund of this.refunds) refund.isSent = true
  }

  refundPart(day: number, amount: number) {
    this.refunds.push({ amount, isSent: false, why: 'partly' })
    this.events.push({ day, what: 'partly', product: null, amount: -amount, pieces: 0, reason: 'partly' })
    this.bill()
  }

  /** What goods cost if only they had been bought: the code by its rules, what was taken off by hand by its share. */
  #costOf(goods: number) {
    const hand = this.goods() > 0 ? rounded(this.hand * goods, this.goods(), this.#isWhole) : 0
    return Math.max(0, goods - Math.min(goods, this.#codeOn(goods)) - hand)
  }

  #valueOf = (pieces: Map<string, number>) =>
    add([...pieces].map(([product, count]) => count * (this.lines.find((one) => one.product === product)?.final ?? 0)))

  askReturn(pieces: Map<string, number>, reason: Reason, agreed: number | null = null): Back {
    const back: Back = { kind: 'return', reason, pieces, refund: 0, status: 'asked', sent: null }
    this.backs.push(back)
    let kept = this.goods()
    let given = 0
    let refund = 0
    for (const one of this.backs.filter(({ kind, status }) => kind === 'return' && status !== 'refused')) {
      given += refund
      kept -= this.#valueOf(one.pieces)
      const share = isTheShopsFault(one.reason)
        ? rounded(this.#goodsTotal() * this.#valueOf(one.pieces), this.goods(), this.#isWhole)
        : 0
      refund = Math.max(0, this.#costOf(this.goods()) - this.#costOf(kept) - given, share)
    }
    const others = this.backs.filter((one) => one !== back && one.status !== 'refused' && one.refund > 0)
    const left = this.#goodsTotal() - add(others.map((one) => one.refund)) - this.#given('partly')
    back.refund = Math.max(0, Math.min(refund, left, agreed ?? Infinity))
    return back
  }

  /** The same product costs what was paid for it, another one what it costs now. */
  askExchange(product: string, instead: { product: string; price: number; final: number }, reason: Reason): Back {
    const pieces = new Map([[product, 1]])
    const own = this.lines.find((line) => line.product === product)
    const paid = rounded(this.#goodsTotal() * this.#valueOf(pieces), this.goods(), this.#isWhole)
    const isSame = instead.product === product
    const sent = isSame && own ? { product, price: own.price, final: own.final } : instead
    const refund = isSame ? 0 : Math.min(paid - sent.final, this.kept())
    const back: Back = { kind: 'exchange', reason, pieces, refund, status: 'asked', sent }
    this.backs.push(back)
    return back
  }

  receive(day: number, back: Back, sign = 1) {
    const list = (product: string | null, amount: number, pieces: number) =>
      this.events.push({
        day,
        what: back.kind,
        product,
        amount: sign * amount,
        pieces: sign * pieces,
        reason: back.kind === 'return' ? back.reason : null,
      })
    for (const [product, count] of back.pieces) {
      const value = this.#valueOf(new Map([[product, count]]))
      list(product, -value, -count)
      if (back.sent) list(back.sent.product, back.sent.final * count, count)
    }
    const listed = this.#valueOf(back.pieces) - (back.sent?.final ?? 0)
    list(null, listed - back.refund, 0)
    if (sign < 0) this.refunds = this.refunds.filter(({ why }) => why !== back)
    else if (back.refund > 0) this.refunds.push({ amount: back.refund, isSent: false, why: back })
    back.status = sign < 0 ? 'asked' : 'received'
    this.bill()
  }

  refuse(day: number, back: Back) {
    if (back.status === 'received') this.receive(day, back, -1)
    back.status = 'refused'
  }

  sendExchange(back: Back, courier: string, tracking: string) {
    this.parcels.push({ courier, tracking, toCollect: Math.max(0, -back.refund), state: 'moving', settled: 0, back })
  }

  deliverExchange(back: Back) {
    for (const parcel of this.parcels) if (parcel.back === back) parcel.state = 'delivered'
  }

  /**
   * Issues what brings the invoices to what is charged: a credit note if nothing of the invoice gets more, else one of all that is left and
   * another invoice.
   */
  bill(isSent = false) {
    const isBegin = isSent || (this.#isPaid() && !this.isCash)
    if (this.#billed === null && !isBegin) return
    const lines = new Map<string, { pieces: number; sum: number }>()
    if (!this.isEnded) {
      const received = this.backs.filter(({ status }) => status === 'received')
      for (const { product, pieces, final, version } of this.lines) {
        const left = pieces - add(received.map((back) => back.pieces.get(product) ?? 0))
        if (left > 0) lines.set(`${product} ${version}`, { pieces: left, sum: left * final })
      }
      for (const back of received)
        if (back.sent) lines.set(`new ${this.backs.indexOf(back)}`, { pieces: 1, sum: back.sent.final })
    }
    const now = { lines, total: this.charged() }
    const before = this.#billed ?? { lines: new Map<string, { pieces: number; sum: number }>(), total: 0 }
    this.#billed = now
    const fewer = [...new Set([...before.lines.keys(), ...lines.keys()])].map(
      (key) => (before.lines.get(key)?.pieces ?? 0) - (lines.get(key)?.pieces ?? 0),
    )
    const less = before.total - now.total
    if (less === 0 && fewer.every((pieces) => pieces === 0)) return
    if (less >= 0 && fewer.every((pieces) => pieces >= 0)) {
      this.invoices.push({ total: -less, tax: taxIn(now.total) - taxIn(before.total) })
      return
    }
    if (before.total > 0) this.invoices.push({ total: -before.total, tax: -taxIn(before.total) })
    this.invoices.push({ total: now.total, tax: taxIn(now.total) })
  }

  /** Returns the figure in which an amount counts, by what the order is at last. */
  figureOf({ what }: Event): string {
    if (this.status === 'cancelled') return what === 'end' ? 'cancelled' : 'before_cancelled'
    if (this.status === 'unpaid' || this.status === 'unconfirmed') return this.status
    if (this.status === 'back' && what === 'end') return 'returned_to_origin'
    return what === 'return' || what === 'partly' ? 'refunded' : 'sold'
  }
}

interface FileSheet {
  courier: string
  appliedOn: number
  rows: (FileRow & { net: number; parcel: Parcel | null; rounding: number })[]
  bank: number
  writtenOff: number
}

export class Sheet {
  orders: OrderSheet[] = []
  files: FileSheet[] = []
  money: { day: number; what: 'card' | 'refunds_paid' | 'remitted'; amount: number }[] = []
  /** Payments that name no order of the shop. */
  stray = 0

  arrives(day: number, what: 'card' | 'refunds_paid' | 'remitted', amount: number) {
    this.money.push({ day, what, amount })
  }

  /** Enters a courier's file; what is less than a rupee apart is rounded. */
  settle(day: number, courier: string, rows: FileRow[], lacks = 0): FileSheet {
    const file: FileSheet = { courier, appliedOn: day, rows: [], bank: -lacks, writtenOff: 0 }
    for (const row of rows) {
      const collected = row.isReturned ? 0 : row.collected
      const net = collected - row.charge - row.chargeTax - row.incomeTax - row.salesTax
      const parcel = this.parcels().find(({ tracking }) => tracking === row.tracking) ?? null
      const rest = parcel ? (row.isReturned ? 0 : parcel.toCollect) - parcel.settled - collected : 0
      const rounding = Math.abs(rest) < 100 ? rest : 0
      if (parcel) parcel.settled += collected + rounding
      file.rows.push({ ...row, collected, net, parcel, rounding })
      file.bank += net
    }
    this.files.push(file)
    this.arrives(day, 'remitted', file.bank)
    return file
  }

  parcels = () => this.orders.flatMap((order) => order.parcels)

  /** Returns what a courier owes of its parcels, and what it paid beyond that, which is less than nothing. */
  owed(courier: string) {
    const own = this.parcels().filter((parcel) => parcel.courier === courier)
    const rests = own
      .filter(({ state, settled }) => state === 'delivered' || settled !== 0)
      .map(({ state, toCollect, settled }) => (state === 'delivered' ? toCollect : 0) - settled)
    const files = this.files.filter((file) => file.courier === courier)
    const stray = add(
      files.flatMap(({ rows }) => rows.filter(({ parcel }) => parcel === null).map(({ collected }) => collected)),
    )
    const lacks = add(files.map(({ rows, bank, writtenOff }) => add(rows.map(({ net }) => net)) - bank - writtenOff))
    return {
      parcels: rests.filter((rest) => rest > 0).length,
      amount: add(rests.filter((rest) => rest > 0)),
      other: add(rests.filter((rest) => rest < 0)) - stray + lacks,
    }
  }

  /** Returns the amounts that count in figures, with what they are listed by. */
  amounts() {
    return this.orders.flatMap((order) =>
      order.events
        .filter(({ amount }) => amount !== 0)
        .map((event) => ({
          ...event,
          figure: order.figureOf(event),
          city: order.city.trim().toLowerCase(),
          channel: order.channel,
          courier: order.parcel?.courier ?? '-',
        })),
    )
  }

  /** Returns the sum of each figure from one day to another. */
  figures(from: number, until: number): Record<string, number> {
    const sums: Record<string, number> = {}
    const all = [
      ...this.amounts().map(({ day, figure, amount }) => ({ day, figure, amount })),
      ...this.money.map(({ day, what, amount }) => ({ day, figure: what, amount })),
    ]
    for (const { day, figure, amount } of all)
      if (day >= from && day <= until) sums[figure] = (sums[figure] ?? 0) + amount
    return sums
  }
}
