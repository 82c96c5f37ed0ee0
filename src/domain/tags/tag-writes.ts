import { dataRequest, quoted, sendRequest } from '@/api/data-request.ts'
import { api } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import { mapWithLimit } from '@/lib/concurrency.ts'
import { asCurl, inOrder, shellLine, type Commands, type PlatformCall } from '@/lib/equivalent-command.ts'
import { formatNumber } from '@/lib/format.ts'
import { tagText } from '@/messages/tags.ts'
import { errorMessage } from '../screen/error-message.ts'
import type { TagRow } from './tags.ts'

/** How many things are tagged at once (bounded concurrency, 50 unless said otherwise). */
const AT_ONCE = 50

/** One thing with tags. */
export interface TaggedThing {
  id: number
  /** As the command line names it: a slug, a UUID, a commit. */
  cliName: string
  tags: readonly TagRow[]
}

/** What can be done to one tag name of a thing; without a value it is removed. */
export interface TagChange {
  key: string
  value: string | null
}

/** Memberships can be tagged by a bare request alone. */
const cliOption = {
  application: '--fleet',
  device: '--device',
  release: '--release',
  organization_membership: null,
}

export type TaggedKind = keyof typeof cliOption

const resources = {
  application: 'application_tag',
  device: 'device_tag',
  release: 'release_tag',
  organization_membership: 'organization_membership_tag',
} as const

/**
 * Sets or removes one tag of one thing: changed where the thing is known to have one of that name, else added; where it
 * turns out that somebody else has added it meanwhile, changed after all (docs/platform/data-api.md).
 */
export async function changeTag(kind: TaggedKind, thing: TaggedThing, change: TagChange): Promise<void> {
  const call = callOf(kind, thing, change)
  try {
    await sendRequest(api().data, call)
  } catch (error) {
    if (call.method !== 'POST' || !isApiError(error, 'conflict')) throw error
    const there = { ...thing, tags: [{ tag_key: change.key, value: '' }] }
    await sendRequest(api().data, callOf(kind, there, change))
  }
}

/** That a tag could not be changed on some of the things. */
export class TagsFailed extends Error {
  override readonly name = 'TagsFailed'
}

/** Does the same to a tag of each thing, 50 at a time. Throws when it failed for any; the others are changed. */
export async function changeTags(
  kind: TaggedKind,
  things: readonly TaggedThing[],
  change: TagChange,
): Promise<void> {
  const failures: unknown[] = []
  // A thing that does not have the tag needs none of its own removed.
  const touched =
    change.value === null
      ? things.filter(({ tags }) => tags.some(({ tag_key }) => tag_key === change.key))
      : things
  await mapWithLimit(touched, (thing) => changeTag(kind, thing, change), {
    atOnce: AT_ONCE,
    onOutcome: (_thing, outcome) => {
      if (!outcome.ok) failures.push(outcome.error)
    },
  })
  if (failures.length === 0) return
  const reason = errorMessage(failures[0])
  throw new TagsFailed(
    touched.length === 1
      ? reason
      : tagText.someFailed(formatNumber(failures.length), formatNumber(touched.length), reason),
    { cause: failures[0] },
  )
}

/** The same on a command line; `cli` is null where the platform's own tool cannot do it. */
export function tagCommands(
  kind: TaggedKind,
  things: readonly TaggedThing[],
  { key, value }: TagChange,
): { cli: string | null } & Pick<Commands, 'curl'> {
  const option = cliOption[kind]
  const { cli, curl } = inOrder(
    things.map((thing) => ({
      cli: shellLine(
        'balena',
        'tag',
        ...(value === null ? ['rm', key] : ['set', key, value]),
        option ?? '',
        thing.cliName,
      ),
      curl: asCurl(api().http.apiUrl, callOf(kind, thing, { key, value })),
    })),
  )
  return { cli: option === null ? null : cli, curl }
}

function callOf(kind: TaggedKind, { id, tags }: TaggedThing, { key, value }: TagChange): PlatformCall {
  const resource = resources[kind]
  const filter = `${kind} eq ${id} and tag_key eq ${quoted(key)}`
  if (value === null) return dataRequest('delete', { resource, filter })
  if (tags.some(({ tag_key }) => tag_key === key))
    return dataRequest('patch', { resource, filter, body: { value } })
  return dataRequest('post', { resource, body: { [kind]: id, tag_key: key, value } })
}
