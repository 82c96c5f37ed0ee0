import { pendingReplacement } from '@/control-panel/replace-world/pending-replacement.ts'
import { replayText, isUnchanged } from '@/control-panel/replayed.ts'
import { seenAs } from '@/control-panel/see-as/seen-as.ts'
import { storyProgress } from '@/control-panel/stories/story-progress.ts'
import type { WorldControl } from '@/control-panel/world-control.ts'
import { formatInstant } from '@/lib/format.ts'
import { replaceText } from '@/messages/control-panel/replace-world.ts'
import { shareLinkText as text } from '@/messages/control-panel/share-link.ts'
import type { Replayed } from '@/simulation/control-contract.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import type { ShareTarget } from './share-target.ts'
import { unpackSharedWorld, type SharedWorld } from './shared-world.ts'

type World = Pick<WorldControl, 'openSessionFile'> & { client: Pick<WorldControl['client'], 'people'> }

/** Replaces world, user and page. Rejects with a readable message before anything is changed. */
export async function openSharedWorld(
  { page, person, session }: SharedWorld,
  world: World,
  place: ShareTarget,
): Promise<Replayed> {
  const replayed = await world.openSessionFile(JSON.stringify(session))
  storyProgress.set(null)
  seenAs.set(null)
  const known =
    person === null ? undefined : (await world.client.people()).find(({ username }) => username === person)
  if (known === undefined) place.signOut()
  else await place.signIn(known.email, known.password)
  await place.go(page)
  const isWhole = isUnchanged(replayed)
  const isPerson = person === null || known !== undefined
  const detail = [
    ...(isWhole ? [] : [replayText(replayed)]),
    ...(isPerson ? [] : [text.signInAs(person)]),
  ].join(' ')
  showToast({
    tone: isWhole && isPerson ? 'ok' : 'warn',
    key: 'share-link',
    title: text.opened(formatInstant(replayed.now, { timeZone: 'UTC' }), isPerson ? person : null),
    ...(detail !== '' && { detail }),
  })
  return replayed
}

/** What a link needs to know of the world before it replaces it. */
interface Present extends World {
  client: World['client'] & Pick<WorldControl['client'], 'stats'>
  clock: { state(): { title: string } }
  dashboard: Pick<WorldControl['dashboard'], 'session'>
}

/**
 * The same for a link, which anybody may have made: if something would be lost, it waits for an answer. Never rejects: an
 * error is shown, and the current world is kept. `place`: where it is shown at once; `later`: after the answer.
 */
export async function openShareLink(
  packed: string,
  world: Present,
  place: ShareTarget,
  later: ShareTarget,
): Promise<void> {
  try {
    const shared = await unpackSharedWorld(packed)
    const { actions } = await world.client.stats()
    const isSignedIn = world.dashboard.session() !== null
    if (actions > 0 || isSignedIn)
      pendingReplacement.set({
        kind: 'share',
        loss: {
          world: world.clock.state().title,
          actions,
          tabs: 0,
          session: isSignedIn ? replaceText.losesSession(shared.person) : null,
        },
        open: async () => void (await openSharedWorld(shared, world, later)),
      })
    else await openSharedWorld(shared, world, place)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    showToast({
      tone: 'bad',
      key: 'share-link',
      title: text.refused,
      detail: text.stays(reason.replace(/\.$/, '')),
      lifetimeMs: null,
    })
  }
}
