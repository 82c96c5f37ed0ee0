/** What a colour says: of the closest element that has one. */
export const toneOf = (element: Element | null | undefined) =>
  element?.closest('[data-tone]')?.getAttribute('data-tone')

/** Whether a button is one that destroys, the one that is meant, or one of several. */
export const variantOf = (button: Element) => button.getAttribute('data-variant')
