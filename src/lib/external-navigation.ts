import { webAddress } from './address.ts'

/** Navigation to third-party sites. */
export interface ExternalNavigation {
  /** `replaces`: the back button does not return to this page, which would redirect again. */
  goTo(address: string, options?: { replaces?: boolean }): void
  /** Submits a form with fields, so that they do not appear in the URL. */
  post(address: string, fields: Readonly<Record<string, string>>): void
}

/** Some URLs come from third parties, so `javascript:` URLs must be excluded. */
function onTheWeb(address: string): string {
  const page = webAddress(address)
  if (page === undefined) throw new Error(`This is no page of the web: ${address}`)
  return page
}

/** Navigation by the browser. */
export const browserNavigation: ExternalNavigation = {
  goTo(wanted, { replaces = false } = {}) {
    const address = onTheWeb(wanted)
    if (replaces) window.location.replace(address)
    else window.location.assign(address)
  },
  post(address, fields) {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = onTheWeb(address)
    form.hidden = true
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement('input')
      field.type = 'hidden'
      field.name = name
      field.value = value
      form.append(field)
    }
    document.body.append(form)
    form.submit()
    form.remove()
  },
}
