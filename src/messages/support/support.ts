import { formatList, plural } from '@/lib/format.ts'
export const supportText = {
  title: 'Support',
  intro:
    'Raise a ticket for an organization with private support, chat with us, or look for an answer in the help centre.',
  raise: 'Raise a ticket',
  proceed: 'Continue your ticket',
  helpCentre: 'Visit help centre',
  back: 'Back',
  goBack: 'Go back',

  checking: 'Checking your access',
  standingFailed: 'Your access to support could not be checked',
  somebodyElse: 'You are signed in as another user. Tickets cannot be raised on their behalf.',
  noEmail: 'Your account has no email. Set one in your preferences first.',
  unverified: 'Verify your email address first',
  noOrganization: 'You need an organization to raise a ticket',
  noPrivateSupport: 'None of your organizations has private support. It is included in paid plans.',
}

export const chatText = {
  title: 'Support chat',
  open: 'Chat with support',
  none: 'This platform has no support chat',
  unknown: 'The support chat could not be checked',
  scriptFailed: 'The chat service could not be reached. A browser extension may block it.',
  failed: (why: string) => `The chat could not be opened. ${why}`.trim(),
  simulated: 'On a real platform the chat opens here. It is not available in a simulated world.',
  knows: (name: string, email: string | null) =>
    email === null ? `It would greet you as ${name}.` : `It would greet you as ${name}, ${email}.`,
}

export const ticketText = {
  title: 'New ticket',
  organization: 'Organization',
  chooseOrganization: 'Choose an organization',
  withoutSupport: (name: string) => `${name} (no private support)`,
  onlyOrganization: 'You have only one organization',
  fieldsFailed: 'Something went wrong',
  fieldsFailedDetail: (why: string) => `The form for tickets could not be loaded. ${why}`,

  optional: (label: string) => `${label} (optional)`,
  choose: 'Choose one',
  none: 'None',
  message: 'Description',
  notWhole: 'Enter a whole number',

  cc: 'Copy replies to (optional)',
  ccDetail: 'Email addresses, separated by commas',
  ccWrong: (addresses: readonly string[]) =>
    plural(addresses.length, {
      one: `${formatList(addresses)} is not an email address`,
      other: `${formatList(addresses)} are not email addresses`,
    }),

  attachments: 'Attachments (optional)',
  attachmentsDetail: (limit: number) => `${limit} MB each at most`,
  attached: 'Attached files',
  detach: (name: string) => `Remove ${name}`,
  tooLarge: (names: readonly string[], limit: number) =>
    plural(names.length, {
      one: `${formatList(names)} exceeds the limit of ${limit} MB for an attachment`,
      other: `${formatList(names)} exceed the limit of ${limit} MB for an attachment`,
    }),
  invalidAttachment: (name: string) => `${name} cannot be attached: the file is empty`,
  uploadFailed: (name: string, why: string) => `${name} could not be uploaded. ${why}`,

  missing: (labels: readonly string[]) => `Fill in first: ${formatList(labels)}`,
  wrong: 'Correct the marked fields',
  submit: 'Send ticket',
  submitting: 'Sending ticket',
  failed: (why: string) => `The ticket was not sent. Your text is kept. ${why}`,
  unanswered:
    'No response was received, so the ticket may have been sent. Your text is kept. Check your email before you send it again.',

  raised: 'Ticket sent',
  raisedDetail: (id: number, subject: string) =>
    subject === ''
      ? `Ticket number ${id}. Replies are sent by email.`
      : `Ticket number ${id}: “${subject}”. Replies are sent by email.`,
  another: 'Create another ticket',
}
