/** How the names of tags begin that this dashboard keeps for itself: staged rollouts (`flotilla.rollout…`) and views of the team (`flotilla.view.…`). */
export const SYSTEM_TAGS = 'flotilla.'

/** The tags of people: those of the dashboard are told of where they belong, and there can be hundreds. */
export const withoutSystemTags = {
  $not: { $startswith: [{ $: 'tag_key' }, SYSTEM_TAGS] },
} as const
