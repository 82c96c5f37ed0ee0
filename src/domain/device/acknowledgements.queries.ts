import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import * as poll from '@/domain/polling.ts'
import { SYSTEM_TAGS } from '@/domain/tags/system-tags.ts'
import type { TaggedThing } from '@/domain/tags/tag-writes.ts'
import { acknowledgementOf, type Acknowledgement } from './acknowledgements.ts'
import { deviceIssues, downStatuses, issueFields } from './device-issues.ts'

const ROWS_PER_READ = 1_000

/** An acknowledged issue of a device. */
export interface AcknowledgedIssue extends Acknowledgement {
  device: TaggedThing & { name: string }
  /** Whether the device still has the issue. */
  isPresent: boolean
}

/** The acknowledged issues of the devices of a fleet, those that end first at the top. */
export const acknowledgementsQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['device', 'acknowledgements', { fleetId }],
    queryFn: async ({ signal }): Promise<AcknowledgedIssue[]> => {
      const rows = await readTags(fleetId, signal)
      const now = api().now()
      return rows
        .flatMap(({ device: [device], tag_key, value }) => {
          const tag = { tag_key, value }
          const read = acknowledgementOf(tag, now)
          if (read === undefined || device === undefined) return []
          const { id, uuid, device_name: name } = device
          const isPresent = deviceIssues(device, device.image_install, now).some(
            ({ kind }) => kind === read.kind,
          )
          return [{ ...read, device: { id, cliName: uuid, name, tags: [tag] }, isPresent }]
        })
        .toSorted((one, other) => one.until - other.until)
    },
    refetchInterval: poll.issues,
  })

/** The tags of a fleet that acknowledge issues, also those that have ended. */
async function readTags(fleetId: number, signal: AbortSignal) {
  const read = (after: number) =>
    api().data.query('device_tag', signal, {
      $select: ['id', 'tag_key', 'value'],
      $expand: {
        device: {
          $select: ['id', 'uuid', 'device_name', ...issueFields],
          $expand: {
            image_install: { $select: ['status'], $filter: { status: { $in: [...downStatuses] } } },
          },
        },
      },
      $filter: {
        $and: [
          { id: { $gt: after } },
          { $startswith: [{ $: 'tag_key' }, `${SYSTEM_TAGS}acknowledged.`] },
          { device: { $any: { $alias: 'd', $expr: { d: { belongs_to__application: fleetId } } } } },
        ],
      },
      $orderby: { id: 'asc' },
      $top: ROWS_PER_READ,
    })
  const rows = await read(0)
  for (let page = rows; page.length === ROWS_PER_READ; rows.push(...page))
    page = await read(page.at(-1)?.id ?? 0)
  return rows
}
