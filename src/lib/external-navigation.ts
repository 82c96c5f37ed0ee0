import { webAddress } from './address.ts'

/** The ways out of the dashboard: to the pages of other parties. */
export interface ExternalNavigation {
  /** `replaces`: going back does not lead to this page again, which would leave once more. */
  goTo(address: string, options?: { replaces?: boolean }): void
  /** Goes there with fields, as a form does: they stand in no address. */
  post(address: string, fields: Readonly<Record<string, string>>): void
}

/** Some of these addresses come from other parties: a page that runs as this one must not be among them. */
function onTheWeb(address: string): string {
  const page = webAddress(address)
  if (page === undefined) throw new Error(`This is no page of the web: ${address}`)
  return page
}

/** The browser itself goes there. */
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
