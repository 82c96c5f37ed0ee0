/** While the dashboard starts, and when it cannot. */
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

/** Loaded with what it speaks of. */
export const slowStartText = {
  slow: 'Starting takes longer than usual.',
  noTrouble: 'The status page tells of no trouble.',
  says: (what: string) => `The status page says: ${what}.`,
  status: 'Platform status',
}
