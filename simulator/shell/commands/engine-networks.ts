import { hardwareAddress } from '../addresses.ts'
import { sha256 } from '../hashes.ts'
import { options, type Options } from '../options.ts'
import type { Process } from '../process.ts'
import { needs } from './engine-help.ts'
import { failed, list } from './engine-listing.ts'
import { engineContainers, networkId } from './engine-objects.ts'
import { nanoStamp } from './time-text.ts'

function networks(process: Process) {
  const { machine } = process
  const { fleetId } = machine.device()
  const all = engineContainers(machine)
  const one = (
    Name: string,
    Driver: string,
    Subnet: string,
    Id: string,
    more: Partial<StoredNetwork> & { at?: number } = {},
  ) => ({
    Name,
    Id,
    Created: nanoStamp(more.at ?? machine.device().provisionedAt),
    Scope: 'local',
    Driver,
    EnableIPv6: false,
    IPAM: {
      Driver: 'default',
      Options: {},
      Config: Subnet === '' ? [] : [{ Subnet, Gateway: more.gateway ?? Subnet.replace(/\d+\/\d+$/, '1') }],
    },
    Internal: more.isInternal === true,
    Attachable: false,
    Ingress: false,
    ConfigFrom: { Network: '' },
    ConfigOnly: false,
    Containers: Object.fromEntries(
      all
        .filter((it) => it.network === Name && it.isRunning && Name !== 'none')
        .map((it) => [
          it.id,
          {
            Name: it.name,
            EndpointID: sha256(`${it.id}${Id}`),
            MacAddress: it.address === '' ? '' : hardwareAddress(it.address),
            IPv4Address: it.address === '' ? '' : `${it.address}/${Subnet.split('/')[1] ?? '16'}`,
            IPv6Address: '',
          },
        ]),
    ),
    Options: {},
    Labels: more.labels ?? {},
  })
  const added = [...machine.stored()].flatMap(([path, { gone, text, at }]) => {
    const name = OWN_NETWORK.exec(path)?.[1]
    if (name === undefined || gone === true) return []
    const id = networkId(machine, name)
    const own = storedNetwork(text)
    const subnet = own.subnet ?? `172.${20 + (Number.parseInt(id.slice(0, 2), 16) % 11)}.0.0/16`
    return [one(name, own.driver ?? 'bridge', subnet, id, { ...own, at })]
  })
  const known = (name: string) => networkId(machine, name)
  return [
    one('bridge', 'bridge', '10.114.101.0/24', known('bridge')),
    one(`${fleetId}_default`, 'bridge', '172.17.0.0/16', known(`${fleetId}_default`), {
      labels: { 'io.balena.supervised': 'true', 'io.balena.app-id': String(fleetId) },
    }),
    one('host', 'host', '', known('host')),
    one('none', 'null', '', known('none')),
    one('supervisor0', 'bridge', '10.114.104.0/25', known('supervisor0')),
    ...added,
  ].sort((a, b) => (a.Name < b.Name ? -1 : 1))
}

/** What a user gave for a network. */
interface StoredNetwork {
  driver?: string
  subnet?: string
  gateway?: string
  isInternal?: boolean
  labels?: Record<string, string>
}

function storedNetwork(text: string): StoredNetwork {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // A user has spoiled the file.
    return {}
  }
}

/** An address of four numbers as one; null when it is none. */
function addressNumber(text: string): number | null {
  const parts = text.split('.').map(Number)
  const isAddress = parts.length === 4 && parts.every((it) => Number.isInteger(it) && it >= 0 && it <= 255)
  return isAddress ? parts.reduce((sum, it) => sum * 256 + it, 0) : null
}

function rangeOf(subnet: string): [first: number, last: number] | null {
  const [address = '', bits = ''] = subnet.split('/')
  const number = addressNumber(address)
  if (number === null || !/^\d+$/.test(bits) || Number(bits) > 32) return null
  const size = 2 ** (32 - Number(bits))
  const first = Math.floor(number / size) * size
  return [first, first + size - 1]
}

/** Why the engine does not make a network. */
function networkProblem(
  process: Process,
  driver: string,
  subnet: string | undefined,
  gateway: string | undefined,
): string | undefined {
  if (driver !== 'bridge' && driver !== 'macvlan' && driver !== 'ipvlan')
    return driver === 'host' || driver === 'null'
      ? `Error response from daemon: only one instance of "${driver}" network is allowed`
      : `Error response from daemon: plugin "${driver}" not found`
  if (subnet === undefined)
    return gateway === undefined ? undefined : `every ip-range or gateway must have a corresponding subnet`
  const range = rangeOf(subnet)
  if (!range) return `invalid subnet ${subnet} : invalid CIDR address: ${subnet}`
  const inside = gateway === undefined ? range[0] : addressNumber(gateway)
  if (inside === null || inside < range[0] || inside > range[1])
    return `no matching subnet for gateway ${gateway ?? ''}`
  const overlaps = networks(process)
    .flatMap((it) => it.IPAM.Config.map((one) => rangeOf(one.Subnet)))
    .some((it) => it !== null && it[0] <= range[1] && range[0] <= it[1])
  return overlaps
    ? 'Error response from daemon: Pool overlaps with other one on this address space'
    : undefined
}

/** Finds by name or, where none has it, by the beginning of the id. */
export function findNetwork(process: Process, text: string) {
  const all = networks(process)
  return (
    all.find((it) => it.Name === text) ?? (text === '' ? undefined : all.find((it) => it.Id.startsWith(text)))
  )
}

const OWN_NETWORK = /^\/mnt\/data\/docker\/network\/files\/([\w.-]+)\.json$/

function changeNetwork(process: Process, verb: string, given: Options): number {
  const names = given.rest
  const { machine } = process
  const pathOf = (name: string) => `/mnt/data/docker/network/files/${name}.json`
  const isUsed = (name: string) => engineContainers(machine).some((it) => it.network === name)
  const own = [...machine.stored().keys()].flatMap((path) => OWN_NETWORK.exec(path)?.[1] ?? [])
  if (verb === 'prune') {
    const unused = own.filter((name) => !isUsed(name))
    for (const name of unused) machine.store(pathOf(name), null)
    if (unused.length > 0) process.out(`Deleted Networks:\n${unused.map((it) => `${it}\n`).join('')}\n`)
    return 0
  }
  if (names.length === 0) return needs(process, `network ${verb}`, 'at least 1 argument')
  for (const name of names) {
    if (verb === 'create') {
      if (networks(process).some((it) => it.Name === name))
        return failed(process, `Error response from daemon: network with name ${name} already exists`)
      if (!/^[A-Za-z0-9][\w.-]*$/.test(name))
        return failed(process, `Error response from daemon: invalid name "${name}"`)
      const subnet = given.value('subnet')
      const gateway = given.value('gateway')
      const driver = given.value('d') ?? 'bridge'
      const problem = networkProblem(process, driver, subnet, gateway)
      if (problem !== undefined) return failed(process, problem)
      const labels = given
        .values('label')
        .map((it) => [it.split('=')[0] ?? '', it.split('=').slice(1).join('=')])
      const network: StoredNetwork = {
        driver,
        isInternal: given.has('internal'),
        labels: Object.fromEntries(labels) as Record<string, string>,
        ...(subnet === undefined ? {} : { subnet }),
        ...(gateway === undefined ? {} : { gateway }),
      }
      machine.store(pathOf(name), { text: `${JSON.stringify({ name, ...network })}\n`, at: machine.now() })
      process.out(`${networks(process).find((it) => it.Name === name)?.Id ?? ''}\n`)
      continue
    }
    const known = findNetwork(process, name)
    if (!known) return failed(process, `Error: No such network: ${name}`)
    if (['bridge', 'host', 'none'].includes(known.Name))
      return failed(
        process,
        `Error response from daemon: ${known.Name} is a pre-defined network and cannot be removed`,
      )
    if (isUsed(known.Name) || !own.includes(known.Name))
      return failed(
        process,
        `Error response from daemon: error while removing network: network ${known.Name} id ${known.Id} has active endpoints`,
      )
    machine.store(pathOf(known.Name), null)
    process.out(`${name}\n`)
  }
  return 0
}

export function network(process: Process): number {
  const [verb = 'ls', ...args] = process.args
  if (verb === 'create' || verb === 'rm' || verb === 'prune') {
    const given = options(process.with(args), 'd:f', {
      driver: 'd:',
      subnet: 'subnet:',
      gateway: 'gateway:',
      label: 'label:',
      internal: 'internal',
      force: 'f',
    })
    return given ? changeNetwork(process, verb, given) : 125
  }
  const found = options(process.with(args), 'qf:', {
    quiet: 'q',
    format: 'format:',
    filter: 'f:',
    'no-trunc': 'no-trunc',
  })
  if (!found) return 125
  if (verb !== 'ls' && verb !== 'list')
    return failed(
      process,
      `Usage:  ${process.name} network COMMAND\n\nCommands: create, inspect, ls, prune, rm`,
    )
  const isWanted = (it: { Name: string; Id: string; Driver: string; Scope: string }) =>
    found.values('f').every((filter) => {
      const [key, value = ''] = filter.split('=')
      if (key === 'driver') return it.Driver === value
      if (key === 'name') return it.Name.includes(value)
      if (key === 'id') return it.Id.startsWith(value)
      if (key === 'scope') return it.Scope === value
      const isBuiltIn = ['bridge', 'host', 'none'].includes(it.Name)
      return key === 'type' ? isBuiltIn === (value === 'builtin') : false
    })
  const rows = networks(process)
    .filter(isWanted)
    .map(({ Name, Id, Driver, Scope }) => ({
      Name,
      ID: found.has('no-trunc') ? Id : Id.slice(0, 12),
      Driver,
      Scope,
    }))
  if (found.has('q')) {
    for (const it of rows) process.out(`${it.ID}\n`)
    return 0
  }
  return list(
    process,
    [
      ['NETWORK ID', 'ID'],
      ['NAME', 'Name'],
      ['DRIVER', 'Driver'],
      ['SCOPE', 'Scope'],
    ],
    rows,
    found.value('format'),
  )
}
