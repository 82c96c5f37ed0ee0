/** The tone of the closest element that has one. */
export const toneOf = (element: Element | null | undefined) =>
  element?.closest('[data-tone]')?.getAttribute('data-tone')

/** The variant of a button, such as primary or danger. */
export const variantOf = (button: Element) => button.getAttribute('data-variant')
