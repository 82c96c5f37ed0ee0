/** Of a start that takes long; apart, as few starts do. */
export const slowStartText = {
  slow: 'Starting takes longer than usual.',
  noTrouble: 'The status page reports no incidents.',
  says: (what: string) => `The status page reports: ${what}.`,
  status: 'Platform status',
}
