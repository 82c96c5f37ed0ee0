import { options } from '../options.ts'
import type { Process } from '../process.ts'
import { needs } from './engine-help.ts'
import { failed, list } from './engine-listing.ts'
import { engineContainers, decimalSize } from './engine-objects.ts'
import { isoStamp } from './time-text.ts'

export const OWN_VOLUME = /^\/mnt\/data\/docker\/volumes\/([^/]+)\/_data\/$/

export function volumes(process: Process) {
  const { fleetId, provisionedAt } = process.machine.device()
  const name = `${fleetId}_data`
  const added = [...process.machine.stored()].flatMap(([path, { at, gone }]) => {
    const own = OWN_VOLUME.exec(path)?.[1]
    return own === undefined || own === name || gone === true
      ? []
      : [
          {
            CreatedAt: isoStamp(at).replace(/\.\d{3}Z$/, 'Z'),
            Driver: 'local',
            Labels: null,
            Mountpoint: `/var/lib/docker/volumes/${own}/_data`,
            Name: own,
            Options: {},
            Scope: 'local',
          },
        ]
  })
  return [
    ...added,
    {
      CreatedAt: isoStamp(provisionedAt).replace(/\.\d{3}Z$/, 'Z'),
      Driver: 'local',
      Labels: { 'io.balena.supervised': 'true', 'io.balena.app-id': String(fleetId) },
      Mountpoint: `/var/lib/docker/volumes/${name}/_data`,
      Name: name,
      Options: {},
      Scope: 'local',
    },
  ]
}

function createVolume(process: Process, args: readonly string[]): number {
  const found = options(process.with(args), 'd:o:', {
    driver: 'd:',
    label: 'label:',
    opt: 'o:',
    name: 'name:',
  })
  if (!found) return 125
  const { machine } = process
  const name = found.rest[0] ?? found.value('name') ?? machine.randomHex(64)
  if (!/^[A-Za-z0-9][\w.-]+$/.test(name))
    return failed(
      process,
      `Error response from daemon: create ${name}: "${name}" includes invalid characters for a local volume name, only "[a-zA-Z0-9][a-zA-Z0-9_.-]" are allowed. If you intended to pass a host directory, use absolute path`,
    )
  if (!volumes(process).some((it) => it.Name === name)) {
    const at = machine.now()
    for (const path of ['', '_data/'])
      machine.store(`/mnt/data/docker/volumes/${name}/${path}`, { text: '', at })
  }
  process.out(`${name}\n`)
  return 0
}

/** Removes a volume that a user made with its files; returns their bytes. */
function removeVolume(process: Process, name: string): number {
  const { machine } = process
  let bytes = 0
  for (const [path, file] of [...machine.stored()]) {
    if (!path.startsWith(`/mnt/data/docker/volumes/${name}/`)) continue
    bytes += file.size ?? file.text.length
    machine.store(path, null)
  }
  return bytes
}

export function volume(process: Process): number {
  const [verb = 'ls', ...args] = process.args
  if (verb === 'create') return createVolume(process, args)
  const isForced = verb !== 'ls' && verb !== 'list'
  const found = options(process.with(args), isForced ? 'faq' : 'qf:', {
    quiet: 'q',
    format: 'format:',
    ...(isForced ? { force: 'f', all: 'a' } : { filter: 'f:' }),
  })
  if (!found) return 125
  const isUsed = (name: string) =>
    engineContainers(process.machine).some((it) => it.mounts.some((one) => one.name === name))
  const chosen = volumes(process).filter((it) =>
    found.values('f').every((filter) => {
      const [key, value = ''] = filter.split('=')
      if (key === 'dangling') return isUsed(it.Name) !== (value === 'true' || value === '1')
      if (key === 'name') return it.Name.includes(value)
      return key === 'driver' ? value === 'local' : isForced
    }),
  )
  switch (verb) {
    case 'ls':
    case 'list':
      if (found.has('q')) {
        for (const it of chosen) process.out(`${it.Name}\n`)
        return 0
      }
      return list(
        process,
        [
          ['DRIVER', 'Driver'],
          ['VOLUME NAME', 'Name'],
        ],
        chosen.map(({ Driver, Name, Mountpoint, Scope }) => ({ Driver, Name, Mountpoint, Scope })),
        found.value('format'),
      )
    case 'rm':
      if (found.rest.length === 0) return needs(process, 'volume rm', 'at least 1 argument')
      for (const text of found.rest) {
        if (!volumes(process).some((it) => it.Name === text))
          return failed(process, `Error: No such volume: ${text}`)
        const users = engineContainers(process.machine).filter((it) =>
          it.mounts.some((one) => one.name === text),
        )
        if (users.length > 0)
          return failed(
            process,
            `Error response from daemon: remove ${text}: volume is in use - [${users.map((it) => it.id).join(', ')}]`,
          )
        removeVolume(process, text)
        process.out(`${text}\n`)
      }
      return 0
    case 'prune': {
      const unused = volumes(process).filter((it) => !isUsed(it.Name))
      const freed = unused.reduce((sum, it) => sum + removeVolume(process, it.Name), 0)
      if (unused.length > 0) process.out(`Deleted Volumes:\n${unused.map((it) => `${it.Name}\n`).join('')}\n`)
      process.out(`Total reclaimed space: ${decimalSize(freed)}\n`)
      return 0
    }
    default:
      return failed(
        process,
        `Usage:  ${process.name} volume COMMAND\n\nCommands: create, inspect, ls, prune, rm`,
      )
  }
}
