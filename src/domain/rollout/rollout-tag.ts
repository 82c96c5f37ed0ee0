/** The fleet's tag that says how its staged rollout stands; on a release: how the last one of it ended. */
export const ROLLOUT_TAG = 'flotilla.rollout'
