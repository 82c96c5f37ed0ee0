import { showFailure, type WorldControl } from '@/control-panel/world-control.ts'
import { replaceText } from '@/messages/control-panel/replace-world.ts'
import type { PendingLink } from '@/simulation/control-client.ts'
import { pendingReplacement } from './pending-replacement.ts'

/**
 * Opens the world in the page's URL, which was left closed because of what it takes away: at once if nobody loses it, such as an
 * unchanged world in other tabs without a session, else after the question. If it fails to open, the current world stays.
 */
export async function beginWithLinkedWorld(
  link: PendingLink | undefined,
  { clock, dashboard }: Pick<WorldControl, 'clock' | 'dashboard'>,
): Promise<void> {
  if (link === undefined) return
  const { actions, pages } = link.loss
  const isSignedIn = dashboard.session() !== null
  if (actions === 0 && !isSignedIn) {
    try {
      return clock.learn(await link.open())
    } catch (error) {
      link.dismiss()
      return showFailure(error)
    }
  }
  pendingReplacement.set({
    kind: 'world',
    loss: {
      world: clock.state().title,
      actions,
      tabs: pages,
      session: isSignedIn ? replaceText.mayLoseSession : null,
    },
    async open() {
      clock.learn(await link.open())
      // The page in the URL may exist in the linked world alone.
      await dashboard.go(dashboard.path())
    },
    dismiss: link.dismiss,
  })
}

/** Starts the story in the page's URL, after a question if that takes something away; `keep` continues without it. */
export async function beginWithLinkedStory(
  start: () => Promise<void>,
  keep: () => Promise<void>,
  { client, clock, dashboard }: Pick<WorldControl, 'client' | 'clock' | 'dashboard'>,
): Promise<void> {
  // A world that does not answer has nothing to lose; the story says why it does not start.
  const actions = await client.stats().then(
    (stats) => stats.actions,
    () => 0,
  )
  const isSignedIn = dashboard.session() !== null
  if (actions === 0 && !isSignedIn) return start()
  pendingReplacement.set({
    kind: 'story',
    loss: {
      world: clock.state().title,
      actions,
      tabs: 0,
      session: isSignedIn ? replaceText.storySession : null,
    },
    open: start,
    dismiss: () => void keep(),
  })
}
