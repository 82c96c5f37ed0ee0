/** The ways out of the dashboard: to the pages of other parties. */
export interface Outside {
  /** `replaces`: going back does not lead to this page again, which would leave once more. */
  goTo(address: string, options?: { replaces?: boolean }): void
  /** Goes there with fields, as a form does: they stand in no address. */
  post(address: string, fields: Readonly<Record<string, string>>): void
}

/** The browser itself goes there. */
export const browserOutside: Outside = {
  goTo(address, { replaces = false } = {}) {
    if (replaces) window.location.replace(address)
    else window.location.assign(address)
  },
  post(address, fields) {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = address
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
