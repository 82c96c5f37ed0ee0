/** The fleet's tag that says how its staged rollout stands; on a release: how the last one of it ended. */
export const ROLLOUT_TAG = 'flotilla.rollout'

/** Every tag but those in which a rollout keeps its longer parts: there can be hundreds of them. */
export const withoutRolloutParts = {
  $not: { $startswith: [{ $: 'tag_key' }, `${ROLLOUT_TAG}.`] },
} as const
