/** The words for a release's status. */
export const releaseStatusText = {
  succeeded: 'Succeeded',
  running: 'Running',
  failed: 'Failed',
  cancelled: 'Cancelled',
  local: 'Local',
}

export const releaseText = {
  draft: 'draft',
  invalidated: 'invalidated',
  timedOut: 'timed out',
}
