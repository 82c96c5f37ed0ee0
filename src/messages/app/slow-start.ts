/** Shown when the start takes long; a separate file, because that is rare. */
export const slowStartText = {
  slow: 'Starting takes longer than usual.',
  noTrouble: 'The status page reports no incidents.',
  says: (what: string) => `The status page reports: ${what}.`,
  status: 'Platform status',
}
