import { useEffect, useState, type FormEvent } from 'react'
import { area } from '~/platform/hydration/area'
import { usePending } from '~/ui/progress/use-pending'

/** Adds the browser that shows the page to those that tell of orders. Only scripts can ask it, so without them nothing is shown. */
export const ThisBrowser = area('desk/today/this-browser', Form)

/** The browser's subscription, as its form sends it. */
interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

function Form({ pushKey }: { pushKey: string }) {
  const [isAble, setAble] = useState(false)
  const [problem, setProblem] = useState('')
  const [isPending, run] = usePending()
  useEffect(() => setAble('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window), [])
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setProblem('')
    const subscription = await run(subscribe(pushKey)).catch(() => null)
    if (!subscription) return setProblem(whyNot())
    for (const [name, value] of Object.entries(subscription)) {
      const field = form.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = value
    }
    form.submit()
  }
  return (
    <form method="post" className="stack" hidden={!isAble} onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="intent" value="add-browser" />
      {(['endpoint', 'p256dh', 'auth'] as const).map((name) => (
        <input key={name} type="hidden" name={name} />
      ))}
      <p>
        <button className="button button-outline" aria-busy={isPending || undefined}>
          Tell this browser of orders
        </button>
      </p>
      <p role="alert" className="error" hidden={!problem}>
        {problem}
      </p>
    </form>
  )
}

function whyNot(): string {
  return Notification.permission === 'granted'
    ? 'This browser couldn’t be added. Please look whether it is online, and try again.'
    : 'This browser doesn’t allow it. Please allow notifications of this page in its settings, and try again.'
}

async function subscribe(pushKey: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register('/desk/worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // An earlier subscription may have another key.
    const earlier = await pushManager.getSubscription()
    if (!earlier) throw error
    await earlier.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint, keys } = subscription.toJSON()
  return endpoint && keys?.p256dh && keys.auth ? { endpoint, p256dh: keys.p256dh, auth: keys.auth } : null
}
