/** Why an organization's accent is another colour than the wished one. */
export const accentText = {
  contrast: (colour: string) =>
    `Shifted to ${colour}: the colour has too little contrast in one of the themes.`,
  state: (colour: string) =>
    `Shifted to ${colour}: the colour is too near that of a state, such as failed or operational.`,
  name: 'Accent colour',
  fromLogo: (organization: string) => `From the logo of ${organization}.`,
  overridden: 'Not used: the header colour above takes precedence.',
}
