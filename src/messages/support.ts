/** Several names in one sentence. */
const listed = new Intl.ListFormat('en', { type: 'conjunction' })

export const supportText = {
  title: 'Support',
  intro:
    'Raise a ticket for an organization with private support, chat with us, or look for an answer in the help centre.',
  raise: 'Raise a ticket',
  goOn: 'Go on with your ticket',
  helpCentre: 'Visit help centre',
  back: 'Back',
  goBack: 'Go back',

  checking: 'Wait until it is known what you may do',
  standingFailed: 'It could not be found out whether you may raise tickets',
  somebodyElse: 'You are signed in as somebody else: nobody asks for support in another person’s name',
  noEmail: 'Your account has no email address: set one in your preferences first',
  unverified: 'Verify your email address first',
  noOrganization: 'Tickets are raised for an organization, and you are in none',
  noPrivateSupport: 'None of your organizations has private support: it comes with a paid plan',
}

export const chatText = {
  title: 'Support chat',
  open: 'Chat with support',
  none: 'This platform has no support chat',
  unknown: 'It could not be found out whether there is a support chat',
  scriptFailed: 'The chat service could not be reached. Something in this browser may block it.',
  failed: (why: string) => `The chat could not be opened. ${why}`.trim(),
  simulated: 'On a real platform the chat opens here. In a simulated world nobody answers.',
  knows: (name: string, email: string | null) =>
    `It would greet you as ${name}${email === null ? '' : `, ${email}`}.`,
}

export const ticketText = {
  title: 'New ticket',
  organization: 'Organization',
  chooseOrganization: 'Choose an organization',
  withoutSupport: (name: string) => `${name} (no private support)`,
  onlyOrganization: 'You are in one organization only',
  fieldsFailed: 'Something went wrong',
  fieldsFailedDetail: (why: string) => `The form for tickets could not be loaded. ${why}`,

  optional: (label: string) => `${label} (optional)`,
  choose: 'Choose one',
  none: 'None',
  message: 'Description',
  notWhole: 'Write a whole number',

  cc: 'Copy answers to (optional)',
  ccDetail: 'Email addresses, separated by commas',
  ccWrong: (addresses: readonly string[]) =>
    `${listed.format(addresses)} ${addresses.length === 1 ? 'is no email address' : 'are no email addresses'}`,

  attachments: 'Attachments (optional)',
  attachmentsDetail: (limit: number) => `${limit} MB each at most`,
  attached: 'Attached files',
  detach: (name: string) => `Remove ${name}`,
  tooLarge: (names: readonly string[], limit: number) =>
    `${listed.format(names)} ${names.length === 1 ? 'exceeds' : 'exceed'} the limit of ${limit} MB for an attachment`,
  invalidAttachment: (name: string) => `${name} cannot be attached: there is nothing in it`,
  uploadFailed: (name: string, why: string) => `${name} could not be uploaded. ${why}`,

  missing: (labels: readonly string[]) => `Fill in first: ${listed.format(labels)}`,
  wrong: 'Correct the fields that say what is wrong with them',
  submit: 'Send ticket',
  submitting: 'Sending ticket',
  failed: (why: string) => `The ticket was not sent, and what you wrote is kept. ${why}`,

  raised: 'Ticket sent',
  raisedDetail: (id: number, subject: string) =>
    `It has the number ${id}${subject === '' ? '' : `: “${subject}”`}. Answers come by email.`,
  another: 'Create another ticket',
}
