/** Moves the focus to the heading of the page, or to the page itself if it has none; false while there is neither. */
export function focusPage(page: Document = document): boolean {
  const heading = page.querySelector<HTMLElement>('main h1')
  if (heading) heading.tabIndex = -1
  const home = heading ?? page.getElementById('content')
  home?.focus({ preventScroll: true })
  return home !== null
}
