import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import * as poll from '@/domain/polling.ts'
import { SYSTEM_TAGS } from '@/domain/tags/system-tags.ts'
import type { TaggedThing } from '@/domain/tags/tag-writes.ts'
import { acknowledgementOf, type Acknowledgement } from './acknowledgements.ts'

const ROWS_PER_READ = 1_000

/** An acknowledged issue of a device. */
export interface AcknowledgedIssue extends Acknowledgement {
  device: TaggedThing & { name: string }
}

/** The acknowledged issues of the devices of a fleet, those that end first at the top. */
export const acknowledgementsQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['device', 'acknowledgements', { fleetId }],
    queryFn: async ({ signal }): Promise<AcknowledgedIssue[]> => {
      const rows = await readTags(fleetId, signal)
      return rows
        .flatMap(({ device: [device], tag_key, value }) => {
          const tag = { tag_key, value }
          const read = acknowledgementOf(tag, api().now())
          if (read === undefined || device === undefined) return []
          const { id, uuid, device_name: name } = device
          return [{ ...read, device: { id, cliName: uuid, name, tags: [tag] } }]
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
      $expand: { device: { $select: ['id', 'uuid', 'device_name'] } },
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
