const WHITE = '#ffffff'

/** The colour that the theme gives the header, as a colour field takes it. */
export function themeColour(): string {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim()
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour : WHITE
}
