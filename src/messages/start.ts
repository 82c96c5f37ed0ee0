/** When the dashboard cannot start. */
export const startText = {
  problem: 'The dashboard cannot start',
  configKey: 'Key',
  configSource: 'Read from',
  configReason: 'Problem',
  configWhat: 'Its configuration cannot be used. Correct it, then try again.',
  configUnreachable:
    'Its configuration could not be fetched from its own server. Check your connection. It is retried automatically.',
  partMissing:
    'A part of the dashboard could not be loaded. Check your connection. It is retried automatically. If that does not help, refresh the page.',
  keepsNothing: 'This browser stores nothing for this site',
  keepsNothingDetail:
    'You stay signed in, and your settings are kept, until you close this page. Allow site data, or free some space, to keep them.',
  tooLong: 'Loading took longer than a minute.',
  tryNow: 'Try now',
  again: (seconds: number) => `Trying again in ${seconds} s.`,
  trying: 'Trying again…',
}
