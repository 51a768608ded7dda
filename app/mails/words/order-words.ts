const SEE_ORDER = 'See your order'
const QUESTIONS = 'Questions? Write to {support_email} or call {support_phone}.'

/** The words of mails about orders and returns, to begin with. */
export const ORDER_WORDS = {
  unpaid: {
    subject: 'Your order {order} is not paid yet',
    heading: 'We have your order; payment is not complete yet',
    body: `If you are paying right now, you don’t have to do anything: we mail you as soon as your payment of {total} arrives.

We keep your items for you until {hold_until}.

On the order’s page you can pay, choose cash on delivery instead, or cancel.`,
    button: 'Pay {total}',
    closing: QUESTIONS,
  },
  placed: {
    subject: 'Your order {order}',
    heading: 'Thank you for your order',
    body: `You pay {total} in cash when it arrives. We mail you when it is on its way.

We call you before we send it. If we can’t reach you by {hold_until}, we cancel it.`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  paid: {
    subject: 'Your order {order} is paid',
    heading: 'Thank you, your order is paid',
    body: 'We have received your payment of {total}. We mail you when your order is on its way.',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  changed: {
    subject: 'Your order {order} was changed',
    heading: 'Your order was changed',
    body: `What is different now:

{changes}

{due} is still to be paid. You can pay it on the order’s page.

{refund}

You pay {cash} in cash when it arrives.

If something of this isn’t right, please call or write to us.`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  shipped: {
    subject: 'Your order {order} is on its way',
    heading: 'Your order is on its way',
    body: `Tracking number: {tracking_number}

Please have {cash} in cash ready.`,
    button: 'Follow your order',
    closing: QUESTIONS,
  },
  delivered: {
    subject: 'Your order {order} was delivered',
    heading: 'Your order was delivered',
    body: 'We hope you like it. If something is not right, please write to us.',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  returned_to_origin: {
    subject: 'Your order {order} is coming back to us',
    heading: 'Your parcel is coming back to us',
    body: `The courier couldn’t deliver your parcel and is bringing it back to us. If you have paid it, we send your payment back once it is here.

If you still want it, please call or write to us.`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  cancelled: {
    subject: 'Your order {order} is cancelled',
    heading: 'Your order is cancelled',
    body: '{refunds}',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  refund_due: {
    subject: 'A payment for your order {order}',
    heading: 'A payment goes back to you',
    body: '{refund}',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  refunded: {
    subject: 'We sent back a payment for your order {order}',
    heading: 'We sent your payment back',
    body: '{refund}',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  return_requested: {
    subject: 'We have your request: {request} of order {order}',
    heading: 'We have your request',
    body: `{items}

We look at it and mail you an answer. Please keep everything until then.

We hold this for you: {new_size}.`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  return_approved: {
    subject: 'Your {request} of order {order} is approved',
    heading: 'Please send it to us',
    body: `{items}

Please send it by {send_until}, unworn and with its labels, and put the order’s number into the parcel.

Where to: {send_to}

{answer}

We mail you when it has arrived.`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  return_received: {
    subject: 'Your {request} of order {order} has arrived',
    heading: 'Your parcel has arrived',
    body: `{items}

{refund}

We check it, and send you this instead: {new_size}.`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  return_refused: {
    subject: 'About your {request} of order {order}',
    heading: 'We can’t take this back',
    body: `{items}

{answer}`,
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
  exchange_sent: {
    subject: 'Your exchange of order {order} is on its way',
    heading: 'Your exchange is on its way',
    body: '{items}',
    button: SEE_ORDER,
    closing: QUESTIONS,
  },
}
