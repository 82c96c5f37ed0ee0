/** Begins the whole dashboard anew at this address: nothing that was read before is left. */
export function reloadPage(): void {
  window.location.reload()
}
