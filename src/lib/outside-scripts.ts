/** Sources of third-party scripts, which a live dashboard loads only on demand. */
export const outsideScripts = {
  captcha: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  payment: ['https://js.stripe.com/'],
  chat: ['https://widget.intercom.io/', 'https://js.intercomcdn.com/'],
} as const
