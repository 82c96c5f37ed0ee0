import { api } from '@/api/api.ts'
import { dataRequest, quoted, sendRequest } from '@/api/data-request.ts'
import { errorMessage } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { mapWithLimit } from '@/lib/concurrency.ts'
import { asCurl, inOrder, shellLine, type Commands, type PlatformCall } from '@/lib/equivalent-command.ts'
import { formatNumber } from '@/lib/format.ts'
import { tagText } from '@/messages/common/tags.ts'
import type { TagRow } from './tags.ts'

/** Default number of parallel requests. */
const AT_ONCE = 50

/** A resource with tags. */
export interface TaggedThing {
  id: number
  /** Its name on the command line: a slug, a UUID or a commit. */
  cliName: string
  tags: readonly TagRow[]
}

/** A change of one tag. Without a value, the tag is removed. */
export interface TagChange {
  key: string
  value: string | null
}

/** The CLI does not support tags of memberships. */
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
 * Sets or removes one tag of a resource. If the tag is not known to exist, it is added; if another client has added it in
 * the meantime, it is changed (docs/platform/data-api.md).
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

/** A tag could not be changed on some of the resources. */
export class TagsFailed extends Error {
  override readonly name = 'TagsFailed'
}

/** Changes a tag of all resources, 50 at a time. Throws if any fails; the others are changed. */
export async function changeTags(
  kind: TaggedKind,
  things: readonly TaggedThing[],
  change: TagChange,
): Promise<void> {
  const failures: unknown[] = []
  // Resources without the tag need no removal.
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

/** The equivalent commands; `cli` is null if the CLI does not support the action. */
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
