/** Where the scripts of other parties come from that a live dashboard loads when they are needed, and only then. */
export const outsideScripts = {
  captcha: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  payment: ['https://js.stripe.com/'],
  chat: ['https://widget.intercom.io/', 'https://js.intercomcdn.com/'],
} as const
