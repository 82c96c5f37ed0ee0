/**
 * Prefix of the tags that the dashboard uses internally: staged rollouts (`flotilla.rollout…`), team views
 * (`flotilla.view.…`) and acknowledged issues of devices (`flotilla.acknowledged.…`).
 */
export const SYSTEM_TAGS = 'flotilla.'

/** Excludes internal tags from lists: they are shown elsewhere, and there can be hundreds. */
export const withoutSystemTags = {
  $not: { $startswith: [{ $: 'tag_key' }, SYSTEM_TAGS] },
} as const
