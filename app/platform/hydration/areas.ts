import type { ComponentType } from 'react'
import { keepNames, type Names } from '~/language/names'
import type { Area } from './area'
import { keepInput } from './keep-input'
import type { Mounted } from './mount'

/** Loads an area's file and React. The entry provides it, since the platform may not import rooms. */
export interface AreaLoader {
  /** The files of all areas, by path below `app`. */
  files: Record<string, () => Promise<object>>
  mount: () => Promise<{
    mount: (element: HTMLElement, component: ComponentType<never>, props: object) => Promise<Mounted>
  }>
}

let loader: AreaLoader = { files: {}, mount: () => Promise.reject(new Error('The areas have no loader.')) }

/** Sets the loader. Call it once, before any area is hydrated. */
export function loadAreasBy(given: AreaLoader): void {
  loader = given
}

const hydrations = new WeakMap<Element, Promise<Mounted>>()

function isArea(value: unknown, name: string): value is Area<object> {
  return typeof value === 'function' && (value as Partial<Area<object>>).areaName === name
}

async function load(name: string): Promise<ComponentType<never>> {
  const file = loader.files[`./${name}.area.tsx`]
  const found = file && Object.values(await file()).find((value) => isArea(value, name))
  if (!found) throw new Error(`There is no area ${name}.`)
  return (found as Area<never>).component
}

/** Reads an area's props, which are in the script element before it, with the names that it shows in another language. */
function propsOf(element: HTMLElement): object {
  const props = JSON.parse(element.previousElementSibling?.textContent ?? '{}') as { names?: Names }
  keepNames(props.names)
  return props
}

async function hydrate(element: HTMLElement): Promise<Mounted> {
  const [{ mount }, component] = await Promise.all([loader.mount(), load(element.dataset.area ?? '')])
  const restoreInput = keepInput(element)
  const mounted = await mount(element, component, propsOf(element))
  restoreInput()
  element.dataset.live = ''
  return mounted
}

/** Hydrates an area, once. Resolves when it is live. */
export function hydrateArea(element: HTMLElement): Promise<Mounted> {
  const hydration = hydrations.get(element) ?? hydrate(element)
  hydrations.set(element, hydration)
  return hydration
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Hydrates the areas that don't wait for an interaction, each in a separate task so that the page stays responsive. */
export async function hydrateIdleAreas(): Promise<void> {
  for (const element of document.querySelectorAll<HTMLElement>('[data-area][data-arrival=idle]')) {
    // A change in place has replaced the area meanwhile, and its props are no longer beside it.
    if (!element.isConnected) continue
    // A failed area keeps the server's HTML; the others go on.
    await hydrateArea(element).catch(() => undefined)
    await nextTask()
  }
  document.documentElement.dataset.hydrated = ''
}

/** Updates an area to its version in a newer render of the page: its props or, before hydration, its HTML. */
export async function updateArea(element: HTMLElement, next: HTMLElement): Promise<void> {
  const mounted = await hydrations.get(element)?.catch(() => undefined)
  if (!mounted) {
    const props = element.previousElementSibling
    if (props) props.textContent = next.previousElementSibling?.textContent ?? '{}'
    element.replaceWith(document.importNode(next, true))
    return
  }
  mounted.update(propsOf(next))
}

/** Unmounts the areas below an element that is removed from the page. */
export async function endAreas(parent: Element): Promise<void> {
  for (const element of parent.querySelectorAll('[data-area]')) {
    const mounted = await hydrations.get(element)?.catch(() => undefined)
    mounted?.unmount()
  }
}
