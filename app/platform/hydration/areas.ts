import type { ComponentType } from 'react'
import type { Area } from './area'
import { keepInput } from './keep-input'
import type { Mounted } from './mount'

/** Loads an area's file, and React, once a page needs them. Given by the entry, since the platform knows no room. */
export interface AreaLoader {
  /** Every area's file by its path below `app`. */
  files: Record<string, () => Promise<object>>
  mount: () => Promise<{
    mount: (element: HTMLElement, component: ComponentType<never>, props: object) => Promise<Mounted>
  }>
}

let loader: AreaLoader = { files: {}, mount: () => Promise.reject(new Error('The areas have no loader.')) }

/** Says where areas come from; once, before any is hydrated. */
export function loadAreasBy(given: AreaLoader): void {
  loader = given
}

const arriving = new WeakMap<Element, Promise<Mounted>>()

function isArea(value: unknown, name: string): value is Area<object> {
  return typeof value === 'function' && (value as Partial<Area<object>>).areaName === name
}

async function load(name: string): Promise<ComponentType<never>> {
  const file = loader.files[`./${name}.area.tsx`]
  const found = file && Object.values(await file()).find((value) => isArea(value, name))
  if (!found) throw new Error(`There is no area ${name}.`)
  return (found as Area<never>).component
}

/** An area's props stand before it. */
function propsOf(element: HTMLElement): object {
  return JSON.parse(element.previousElementSibling?.textContent ?? '{}') as object
}

async function takeOver(element: HTMLElement): Promise<Mounted> {
  const [{ mount }, component] = await Promise.all([loader.mount(), load(element.dataset.area ?? '')])
  const putBack = keepInput(element)
  const mounted = await mount(element, component, propsOf(element))
  putBack()
  element.dataset.live = ''
  return mounted
}

/** Hydrates an area unless that has been begun; resolves once it is live. */
export function hydrateArea(element: HTMLElement): Promise<Mounted> {
  const begun = arriving.get(element) ?? takeOver(element)
  arriving.set(element, begun)
  return begun
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Hydrates the areas that don't wait to be touched, each in a task of its own so that the page stays responsive. */
export async function hydrateIdleAreas(): Promise<void> {
  for (const element of document.querySelectorAll<HTMLElement>('[data-area][data-arrival=idle]')) {
    // One that fails leaves the others; its own HTML stays.
    await hydrateArea(element).catch(() => undefined)
    await nextTask()
  }
  document.documentElement.dataset.hydrated = ''
}

/** Gives an area the props, or before React is there the HTML, that it has in another rendering of the page. */
export async function updateArea(element: HTMLElement, next: HTMLElement): Promise<void> {
  const mounted = await arriving.get(element)?.catch(() => undefined)
  if (!mounted) {
    const props = element.previousElementSibling
    if (props) props.textContent = next.previousElementSibling?.textContent ?? '{}'
    element.replaceWith(document.importNode(next, true))
    return
  }
  mounted.update(propsOf(next))
}

/** Ends React in the areas below an element that leaves the page. */
export async function endAreas(parent: Element): Promise<void> {
  for (const element of parent.querySelectorAll('[data-area]')) {
    const mounted = await arriving.get(element)?.catch(() => undefined)
    mounted?.unmount()
  }
}
