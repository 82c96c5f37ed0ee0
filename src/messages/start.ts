/** When the dashboard cannot start. */
export const startText = {
  problem: 'The dashboard cannot start',
  configKey: 'Key',
  configSource: 'Read from',
  configReason: 'Problem',
  configWhat: 'Its configuration cannot be used. Correct it, then try again.',
  tooLong: 'It took too long: the first page was not there within a minute.',
  tryNow: 'Try now',
  again: (seconds: number) => `Trying again in ${seconds} s.`,
  trying: 'Trying again…',
}
