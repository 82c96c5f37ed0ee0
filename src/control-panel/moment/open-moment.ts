import { pendingReplacement } from '@/control-panel/replace-world/pending-replacement.ts'
import { replayText, isUnchanged } from '@/control-panel/replayed.ts'
import { seenAs } from '@/control-panel/see-as/seen-as.ts'
import { storyProgress } from '@/control-panel/stories/story-progress.ts'
import type { WorldControl } from '@/control-panel/world-control.ts'
import { formatMoment } from '@/lib/format.ts'
import { momentText as text } from '@/messages/control-panel/moments.ts'
import { replaceText } from '@/messages/control-panel/replace-world.ts'
import type { Replayed } from '@/simulation/control-contract.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import type { MomentPlace } from './moment-place.ts'
import { unpackMoment, type Moment } from './moment.ts'

type World = Pick<WorldControl, 'openBundle'> & { client: Pick<WorldControl['client'], 'people'> }

/** Replaces world, user and page. Rejects with a readable message before anything is changed. */
export async function openMoment(
  { page, person, session }: Moment,
  world: World,
  place: MomentPlace,
): Promise<Replayed> {
  const replayed = await world.openBundle(JSON.stringify(session))
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
    key: 'moment',
    title: text.opened(formatMoment(replayed.now, { timeZone: 'UTC' }), isPerson ? person : null),
    ...(detail !== '' && { detail }),
  })
  return replayed
}

/** What a link needs to know of the world before it replaces it. */
interface Present extends World {
  client: World['client'] & Pick<WorldControl['client'], 'figures'>
  clock: { state(): { title: string } }
  dashboard: Pick<WorldControl['dashboard'], 'session'>
}

/**
 * The same for a link, which anybody may have made: if something would be lost, it waits for an answer. Never rejects: an
 * error is shown, and the current world is kept. `place`: where it is shown at once; `later`: after the answer.
 */
export async function openLinkedMoment(
  packed: string,
  world: Present,
  place: MomentPlace,
  later: MomentPlace,
): Promise<void> {
  try {
    const moment = await unpackMoment(packed)
    const { actions } = await world.client.figures()
    const isSignedIn = world.dashboard.session() !== null
    if (actions > 0 || isSignedIn)
      pendingReplacement.set({
        kind: 'moment',
        loss: {
          world: world.clock.state().title,
          actions,
          tabs: 0,
          session: isSignedIn ? replaceText.losesSession(moment.person) : null,
        },
        open: async () => void (await openMoment(moment, world, later)),
      })
    else await openMoment(moment, world, place)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    showToast({
      tone: 'bad',
      key: 'moment',
      title: text.refused,
      detail: text.stays(reason.replace(/\.$/, '')),
      lifetimeMs: null,
    })
  }
}
