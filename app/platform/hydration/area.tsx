import { createElement, useContext, type ComponentType, type ReactElement } from 'react'
import { embedJson } from './embed-json'
import { LiteContext } from './lite'

/** When React takes an area over: once the page has loaded and the browser is idle, or once somebody touches the area. */
export type Arrival = 'idle' | 'touch'

/** A component that the server renders into an element of its own, so that the browser can hydrate that alone. */
export interface Area<Props> {
  (props: Props): ReactElement
  areaName: string
  component: ComponentType<Props>
}

/**
 * Makes an area of a component. `name` is the path of its file below `app`, without `.area.tsx`; the browser finds the file by
 * it. The props travel as JSON, so they hold plain values only. Areas don't use `useId`: a root of its own would count anew.
 */
export function area<Props extends object>(
  name: string,
  component: ComponentType<Props>,
  arrival: Arrival = 'idle',
): Area<Props> {
  const inPage = (props: Props) => {
    const content = createElement(component, props)
    // Nothing reads the props of a page without scripts.
    if (useContext(LiteContext)) return <div data-area={name}>{content}</div>
    return (
      <>
        {/* Beside the area, since what is in it is React's; not an attribute, which would take six bytes for each quote. */}
        <script type="application/json" dangerouslySetInnerHTML={{ __html: embedJson(props) }} />
        <div data-area={name} data-arrival={arrival}>
          {content}
        </div>
      </>
    )
  }
  return Object.assign(inPage, { areaName: name, component })
}
