import { Component, createElement, startTransition, useEffect, type ComponentType, type ReactNode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'

/** Catches errors of an area. `onError` unmounts it and restores the server's HTML. */
class Boundary extends Component<{ onError: () => void; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch() {
    // A root can't be unmounted while React renders it.
    setTimeout(this.props.onError)
  }

  override render() {
    return this.state.isBroken ? null : this.props.children
  }
}

function Hydrated({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, after hydration
  useEffect(onHydrated, [])
  return children
}

export interface Mounted {
  update: (props: object) => void
  unmount: () => void
}

/**
 * Hydrates an area's element. If the component throws, then or later, the server's HTML is restored, whose links and forms work
 * without scripts.
 */
export function mount(element: HTMLElement, component: ComponentType<never>, props: object): Promise<Mounted> {
  const html = element.innerHTML
  return new Promise((resolve, reject) => {
    let root: Root
    const restore = () => {
      root.unmount()
      element.innerHTML = html
      delete element.dataset.live
      reject(new Error(`The area ${element.dataset.area} failed.`))
    }
    const withProps = (given: object) => (
      <Boundary onError={restore}>
        <Hydrated onHydrated={() => resolve({ update: (next) => root.render(withProps(next)), unmount })}>
          {createElement(component, given as never)}
        </Hydrated>
      </Boundary>
    )
    const unmount = () => root.unmount()
    // As a transition, React hydrates in slices of 5 ms, so that a slow phone responds in between.
    startTransition(() => {
      root = hydrateRoot(element, withProps(props), {
        // An extension or a translation changed the HTML, and React has rendered the area again.
        onRecoverableError: () => undefined,
      })
    })
  })
}
