/**
 * Prefix of the tags that the dashboard uses internally: staged rollouts (`flotilla.rollout…`) and team views
 * (`flotilla.view.…`).
 */
export const SYSTEM_TAGS = 'flotilla.'

/** Excludes internal tags from lists: they are shown elsewhere, and there can be hundreds. */
export const withoutSystemTags = {
  $not: { $startswith: [{ $: 'tag_key' }, SYSTEM_TAGS] },
} as const
