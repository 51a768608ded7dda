import { Component, createElement, useEffect, type ComponentType, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Ends an area's React for good when something in it throws; the server's HTML is put back by `onError`. */
class Boundary extends Component<{ onError: () => void; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch() {
    // After React has finished with the tree.
    setTimeout(this.props.onError)
  }

  override render() {
    return this.state.isBroken ? null : this.props.children
  }
}

function Arrived({ onArrived, children }: { onArrived: () => void; children: ReactNode }) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when React is there
  useEffect(onArrived, [])
  return children
}

/** An area that React has taken over. */
export interface Mounted {
  update: (props: object) => void
  unmount: () => void
}

/**
 * Hydrates an area's element; resolves once React is there. Should the component throw, then or later, the element gets
 * back the HTML that the server sent, whose links and forms work by themselves.
 */
export function mount(element: HTMLElement, component: ComponentType<never>, props: object): Promise<Mounted> {
  const html = element.innerHTML
  return new Promise((resolve, reject) => {
    const restore = () => {
      root.unmount()
      element.innerHTML = html
      delete element.dataset.live
      reject(new Error(`The area ${element.dataset.area} failed.`))
    }
    const withProps = (given: object) => (
      <Boundary onError={restore}>
        <Arrived onArrived={() => resolve({ update: (next) => root.render(withProps(next)), unmount })}>
          {createElement(component, given as never)}
        </Arrived>
      </Boundary>
    )
    const unmount = () => root.unmount()
    const root = hydrateRoot(element, withProps(props), {
      // An extension or a translation has altered the area: React has drawn it anew, which is all there is to do.
      onRecoverableError: () => undefined,
    })
  })
}
