/** The fleet tag with the state of its staged rollout. At a release, the outcome of its last rollout. */
export const ROLLOUT_TAG = 'flotilla.rollout'
