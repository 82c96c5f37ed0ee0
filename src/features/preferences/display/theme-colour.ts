const WHITE = '#ffffff'

/** The header color of the theme, in the format of a color field. */
export function themeColour(): string {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim()
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour : WHITE
}
