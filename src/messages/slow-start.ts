/** Of a start that takes long; apart, as few starts do. */
export const slowStartText = {
  slow: 'Starting takes longer than usual.',
  noTrouble: 'The status page tells of no trouble.',
  says: (what: string) => `The status page says: ${what}.`,
  status: 'Platform status',
}
