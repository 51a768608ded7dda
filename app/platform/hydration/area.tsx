import { createElement, useContext, type ComponentType, type ReactElement } from 'react'
import { namesWithin } from '~/language/names'
import { embedJson } from '../text'
import { LiteContext } from './lite'

/** When React hydrates an area: when the browser is idle after the page has loaded, or on the first interaction with the area. */
export type HydrationTime = 'idle' | 'touch'

/** A component that the server renders into a separate element, which the browser hydrates separately. */
export interface Area<Props> {
  (props: Props): ReactElement
  areaName: string
  component: ComponentType<Props>
}

/**
 * Makes an area of a component. `name` is the path of its file below `app`, without `.area.tsx`. Props are sent as JSON, so they may
 * only hold plain values. Areas can't use `useId`: each React root counts from the start, so IDs would clash.
 */
export function area<Props extends object>(
  name: string,
  component: ComponentType<Props>,
  hydrateOn: HydrationTime = 'idle',
): Area<Props> {
  const inPage = (props: Props) => {
    const content = createElement(component, props)
    // The lite version has no scripts that would read the props.
    if (useContext(LiteContext)) return <div data-area={name}>{content}</div>
    return (
      <>
        {/* Outside the area, whose content React owns. Not an attribute, where each quote would take six bytes. */}
        <script
          type="application/json"
          dangerouslySetInnerHTML={{ __html: embedJson({ ...props, names: namesWithin(props) }) }}
        />
        <div data-area={name} data-arrival={hydrateOn}>
          {content}
        </div>
      </>
    )
  }
  return Object.assign(inPage, { areaName: name, component })
}
