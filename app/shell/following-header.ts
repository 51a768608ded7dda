/** Shorter ways are a finger that rests, or the browser's own bar that comes and goes. */
const SHORT = 6

/**
 * Brings the header's first row back while a page is scrolled up by finger, wheel or bar, from where it keeps its room at the page's top. A
 * jump, such as by a key, to a part of the page or to the field that is wrong, brings none, since it would cover what was jumped to.
 */
export function followOnWayUp(): void {
  const root = document.documentElement
  let last = window.scrollY
  let isJump = false
  for (const event of ['keydown', 'click']) document.addEventListener(event, () => (isJump = true), true)
  for (const event of ['wheel', 'pointerdown', 'touchmove'])
    document.addEventListener(event, () => (isJump = false), { passive: true, capture: true })
  window.addEventListener(
    'scroll',
    () => {
      const way = window.scrollY - last
      if (Math.abs(way) < SHORT) return
      last = window.scrollY
      const header = document.querySelector<HTMLElement>('.header')
      const row = header?.querySelector<HTMLElement>('.header-grid')
      if (!header || !row) return
      const isWayUp = way < 0 && way > -window.innerHeight / 2 && !isJump
      const follows = 'follows' in root.dataset
      // Where it began to follow it also stops: where it stands anyhow.
      const end = follows ? header.offsetHeight - row.offsetHeight : header.offsetHeight
      if (isWayUp && last > end) {
        if (follows) return
        const [first, search] = ['.logo', '.search'].map((one) => row.querySelector(one)?.getBoundingClientRect())
        const { bottom } = header.getBoundingClientRect()
        const isBelow = first && search && search.top >= first.bottom
        header.style.setProperty('--above', `${row.offsetHeight - header.offsetHeight}px`)
        header.style.setProperty('--below', `${isBelow ? bottom - search.top : 0}px`)
        root.dataset.follows = ''
      } else if (follows) delete root.dataset.follows
    },
    { passive: true },
  )
}
