export const captchaText = {
  label: 'Confirm that you are human',
  missing: 'Confirm that you are human',
  failed: 'The captcha could not be loaded. Reload the page to try again.',
}
