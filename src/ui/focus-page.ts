/** Moves the focus to the heading of the page, or to the page itself if it has none. */
export function focusPage(page: Document = document): void {
  const heading = page.querySelector<HTMLElement>('main h1')
  if (heading) heading.tabIndex = -1
  const home = heading ?? page.getElementById('content')
  home?.focus({ preventScroll: true })
}
