/** When the dashboard cannot start. */
export const startText = {
  problem: 'The dashboard cannot start',
  configKey: 'Key',
  configSource: 'Read from',
  configReason: 'Problem',
  configWhat: 'Its configuration cannot be used. Correct it, then try again.',
  configUnreachable:
    'Its configuration could not be fetched from its own server. Check your connection; it is tried again by itself.',
  partMissing:
    'A part of the dashboard could not be loaded. Check your connection; it is tried again by itself. If that does not help, refresh the page.',
  keepsNothing: 'This browser keeps nothing for this site',
  keepsNothingDetail:
    'You stay signed in, and your settings hold, until this page is closed. Allow site data, or free some space, to keep them.',
  tooLong: 'It took too long: the first page was not there within a minute.',
  tryNow: 'Try now',
  again: (seconds: number) => `Trying again in ${seconds} s.`,
  trying: 'Trying again…',
}
