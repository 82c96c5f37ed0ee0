import { api } from '@/api/api.ts'
import { chunks } from '@/lib/chunks.ts'
import { mapWithLimit } from '@/lib/concurrency.ts'
import type { BulkFile } from './bulk-file.ts'
import { deviceIn, variableKey, type BulkChange, type BulkDevice } from './bulk-plan.ts'

/** Limits the length of the URL. */
const PER_READ = 50

type DeviceFilter =
  | { uuid: { $in: string[] } }
  | { device_name: { $in: string[] } }
  | { id: { $in: number[] } }

const variableFields = { $select: ['name', 'value'] } as const

async function readSome(fleet: number, which: DeviceFilter, signal: AbortSignal): Promise<BulkDevice[]> {
  const rows = await api().data.query('device', signal, {
    $select: ['id', 'uuid', 'device_name', 'note'],
    $filter: { belongs_to__application: fleet, ...which },
    $expand: {
      device_tag: { $select: ['tag_key', 'value'] },
      device_environment_variable: variableFields,
      service_install: {
        $select: ['id'],
        $expand: {
          installs__service: { $select: ['service_name'] },
          device_service_environment_variable: variableFields,
        },
      },
    },
  })
  return rows.map((row) => {
    const variables = new Map(
      row.device_environment_variable.map(({ name, value }) => [variableKey(name, null), value]),
    )
    const services = new Map<string, number>()
    for (const { id, installs__service, device_service_environment_variable: own } of row.service_install) {
      const service = installs__service[0]?.service_name
      if (service === undefined) continue
      services.set(service, id)
      for (const { name, value } of own) variables.set(variableKey(name, service), value)
    }
    return {
      id: row.id,
      uuid: row.uuid,
      name: row.device_name,
      note: row.note ?? '',
      tags: new Map(row.device_tag.map(({ tag_key, value }) => [tag_key, value])),
      variables,
      services,
    }
  })
}

export interface ReadBulk {
  signal: AbortSignal
  onRead: (done: number, total: number) => void
}

async function readInParts<Id>(
  ids: readonly Id[],
  read: (part: Id[]) => Promise<BulkDevice[]>,
  { signal, onRead }: ReadBulk,
): Promise<BulkDevice[]> {
  const found: BulkDevice[] = []
  let done = 0
  let failure: { cause: unknown } | undefined
  await mapWithLimit(chunks(ids, PER_READ), async (part) => found.push(...(await read(part))), {
    atOnce: 4,
    signal,
    onOutcome: (part, outcome) => {
      if (!outcome.ok) failure ??= { cause: outcome.error }
      done += part.length
      onRead(done, ids.length)
    },
  })
  if (failure !== undefined) await Promise.reject(failure.cause)
  signal.throwIfAborted()
  return found
}

/** Reads the devices named by the rows of a file. */
export function readNamed(fleet: number, { identity, rows }: BulkFile, how: ReadBulk): Promise<BulkDevice[]> {
  const names = [...new Set(rows.map(({ cells }) => deviceIn(cells, identity)))].filter((name) => name !== '')
  return readInParts(
    names,
    (part) =>
      readSome(
        fleet,
        identity.kind === 'uuid' ? { uuid: { $in: part } } : { device_name: { $in: part } },
        how.signal,
      ),
    how,
  )
}

/** Reads the devices of the given changes. */
export function readChanged(
  fleet: number,
  changes: readonly BulkChange[],
  how: ReadBulk,
): Promise<BulkDevice[]> {
  const ids = [...new Set(changes.map(({ device }) => device.id))]
  return readInParts(ids, (part) => readSome(fleet, { id: { $in: part } }, how.signal), how)
}
