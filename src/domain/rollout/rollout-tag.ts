/** The fleet's tag that says how its staged rollout stands; on a release: how the last one of it ended. */
export const ROLLOUT_TAG = 'flotilla.rollout'

/** The tags of people: a rollout has up to hundreds of its own, which its page tells of. */
export const withoutRolloutTags = {
  $not: { $startswith: [{ $: 'tag_key' }, ROLLOUT_TAG] },
} as const
