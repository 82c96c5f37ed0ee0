/** When the dashboard cannot start. */
export const startText = {
  problem: 'The dashboard cannot start',
  configKey: 'Key',
  configSource: 'Read from',
  configReason: 'Problem',
  configWhat: 'The configuration is invalid. Correct it, then try again.',
  configUnreachable:
    'The configuration could not be loaded. Check your connection. Loading is retried automatically.',
  partMissing:
    'A part of the dashboard could not be loaded. Check your connection. Loading is retried automatically. If that does not help, refresh the page.',
  keepsNothing: 'This browser stores nothing for this site',
  keepsNothingDetail:
    'Your session and settings are lost when you close this page. To keep them, allow site data or free some disk space.',
  tooLong: 'Loading took longer than a minute.',
  tryNow: 'Try now',
  again: (seconds: number) => `Trying again in ${seconds} s.`,
  trying: 'Trying again…',
}
