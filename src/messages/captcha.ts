export const captchaText = {
  label: 'Show that you are a person',
  missing: 'Show that you are a person',
  failed: 'The check that you are a person could not be loaded. Reload the page to try again.',
}
