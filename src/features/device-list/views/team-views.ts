import { api } from '@/api/api.ts'
import { Failure } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { compareText } from '@/lib/format.ts'
import { sharedViewsText } from '@/messages/device-list/views.ts'
import type { SavedView } from './saved-views.ts'
import { readTeamView, VIEW_TAGS, writeTeamView, type BrokenView, type TeamView } from './team-view.ts'

const MAX_READ = 200

/** Someone else changed the view first; reload the views. */
export class ViewConflict extends Failure {
  override readonly name = 'ViewConflict'
}

const beginsWith = (field: 'tag_key' | 'value', text: string) => ({ $startswith: [{ $: field }, text] })

const tagOf = (fleetId: number, key: string) => ({ application: fleetId, tag_key: key })

/** Filter for the tag in its known state, so that a tag changed in the meantime is not touched. */
const ifUnchanged = (fleetId: number, { key, mark = '' }: BrokenView & { mark?: string }) =>
  mark === '' ? tagOf(fleetId, key) : { $and: [tagOf(fleetId, key), beginsWith('value', mark)] }

/** Reads the views saved with a fleet, sorted by name; unreadable ones come last. */
export async function readTeamViews(
  fleetId: number,
  signal?: AbortSignal,
): Promise<(TeamView | BrokenView)[]> {
  const rows = await api().data.query('application_tag', signal, {
    $select: ['tag_key', 'value'],
    $filter: { $and: [{ application: fleetId }, beginsWith('tag_key', VIEW_TAGS)] },
    $orderby: { tag_key: 'asc' },
    $top: MAX_READ,
  })
  const nameOf = (view: TeamView | BrokenView) => ('name' in view ? view.name : '\uffff')
  return rows.map(readTeamView).toSorted((a, b) => compareText(nameOf(a), nameOf(b)))
}

async function valueNow(fleetId: number, key: string): Promise<string | undefined> {
  const [row] = await api().data.get({
    resource: 'application_tag',
    options: { $select: ['value'], $filter: tagOf(fleetId, key) },
  })
  return row?.value
}

/**
 * Saves a view with the fleet, replacing a known one or as a new one.
 * @throws ViewConflict if someone else saved or changed one with this name in the meantime
 */
export async function saveForTeam(
  fleetId: number,
  view: SavedView,
  known: TeamView | BrokenView | undefined,
): Promise<void> {
  const { key, value } = writeTeamView(view)
  if (known === undefined) {
    try {
      await api().data.post({
        resource: 'application_tag',
        body: { application: fleetId, tag_key: key, value },
      })
    } catch (error) {
      if (!isApiError(error, 'conflict')) throw error
      // The existing tag may come from this write, if its response was lost.
      if ((await valueNow(fleetId, key)) !== value)
        throw new ViewConflict(sharedViewsText.takenMeanwhile(view.name), { cause: error })
    }
    return
  }
  await api().data.patch({
    resource: 'application_tag',
    options: { $filter: ifUnchanged(fleetId, known) },
    body: { value },
  })
  // The response does not contain the number of changed rows.
  if ((await valueNow(fleetId, key)) !== value)
    throw new ViewConflict(sharedViewsText.movedMeanwhile(view.name))
}

/** @throws ViewConflict if someone else has changed it in the meantime */
export async function removeForTeam(fleetId: number, known: TeamView | BrokenView): Promise<void> {
  await api().data.delete({
    resource: 'application_tag',
    options: { $filter: ifUnchanged(fleetId, known) },
  })
  if ((await valueNow(fleetId, known.key)) !== undefined)
    throw new ViewConflict(sharedViewsText.movedMeanwhile('name' in known ? String(known.name) : known.key))
}
