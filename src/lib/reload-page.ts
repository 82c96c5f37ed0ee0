/** Reloads the whole dashboard at the current URL; all cached data is dropped. */
export function reloadPage(): void {
  window.location.reload()
}
