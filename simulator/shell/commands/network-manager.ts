import { valueIn } from '../../base/records.ts'
import { uuidText } from '../files/kernel-tree.ts'
import type { Steps } from '../kernel/kernel.ts'
import type { Machine } from '../machine.ts'
import { table } from '../options.ts'
import type { Process, Program } from '../process.ts'
import { gatewayOf, interfacesOf, localAddressOf } from './network-facts.ts'

const STATES: Readonly<Record<string, readonly [type: string, state: string]>> = {
  eth0: ['ethernet', 'connected'],
  lo: ['loopback', 'connected (externally)'],
  'resin-vpn': ['tun', 'unmanaged'],
  balena0: ['bridge', 'unmanaged'],
  supervisor0: ['bridge', 'connected (externally)'],
  'resin-dns': ['bridge', 'unmanaged'],
}

const stateOf = (name: string): readonly [type: string, state: string] =>
  valueIn(STATES, name) ?? (name.startsWith('br-') ? ['bridge', 'unmanaged'] : ['wifi', 'disconnected'])

const PROFILES = '/etc/NetworkManager/system-connections/'
const WIRED = 'Wired connection 1'
/** Devices that others set up, for which NetworkManager makes a connection of the same name. */
const EXTERNAL: readonly string[] = ['lo', 'supervisor0']
/** Exists while a user has switched the radio off. */
const WIFI_OFF = '/run/NetworkManager/wifi-off'
/** Exit codes of nmcli. */
const INVALID = 2
const NO_ACTIVATION = 4
const NOT_FOUND = 10

/** A connection profile: its settings by `section.key`. */
type Profile = ReadonlyMap<string, string>

const WIRED_PROFILE: Profile = new Map([
  ['connection.id', WIRED],
  ['connection.uuid', '8b1f2c46-3a5e-3c8f-9d0c-6a1b2f7e4d11'],
  ['connection.type', 'ethernet'],
  ['connection.interface-name', 'eth0'],
  ['connection.autoconnect', 'yes'],
  ['ipv4.method', 'auto'],
  ['ipv4.dns', ''],
  ['ipv4.addresses', ''],
  ['ipv4.gateway', ''],
  ['ipv6.method', 'auto'],
])

function profileFrom(text: string): Profile {
  const found = new Map<string, string>()
  let section = ''
  for (const line of text.split('\n')) {
    section = /^\[(.+)\]$/.exec(line)?.[1] ?? section
    const [, key, value = ''] = /^([\w-]+)=(.*)$/.exec(line) ?? []
    if (key !== undefined) found.set(`${section}.${key}`, value)
  }
  return found
}

function fileText(profile: Profile): string {
  const sections = new Map<string, string[]>()
  for (const [name, value] of profile) {
    const [section = '', key = ''] = name.split('.')
    sections.set(section, [...(sections.get(section) ?? []), `${key}=${value}`])
  }
  return [...sections].map(([name, lines]) => `[${name}]\n${lines.join('\n')}\n`).join('\n')
}

/** The profiles: that of the cable, which NetworkManager makes itself, and those that a user added. */
function profilesOf(machine: Machine): Profile[] {
  const own = [...machine.stored()]
    .filter(([path, it]) => path.startsWith(PROFILES) && path.endsWith('.nmconnection') && it.gone !== true)
    .map(([, { text }]) => profileFrom(text))
  const wired = own.find((it) => it.get('connection.id') === WIRED) ?? WIRED_PROFILE
  return [wired, ...own.filter((it) => it !== wired)]
}

const nameOf = (profile: Profile): string => profile.get('connection.id') ?? ''

const findProfile = (machine: Machine, text: string): Profile | undefined =>
  profilesOf(machine).find((it) => nameOf(it) === text || it.get('connection.uuid') === text)

function store(process: Process, profile: Profile, isGone = false): number {
  const { machine } = process
  const path = `${PROFILES}${nameOf(profile)}.nmconnection`
  const file = { text: fileText(profile), at: machine.now(), mode: 0o600 }
  const problem = machine.store(path, isGone ? null : file)
  return problem === undefined ? 0 : failed(process, `Failed to save the connection: ${problem}`, 1)
}

function failed(process: Process, message: string, code: number): number {
  process.err(`Error: ${message}\n`)
  return code
}

interface Given {
  args: readonly string[]
  terse: boolean
  /** Values without the names of their fields. */
  valuesOnly: boolean
  fields: readonly string[] | null
}

/** The options of nmcli: `-f NAME,UUID` chooses fields, `-g` their values only. */
function given(words: readonly string[]): Given {
  const args: string[] = []
  let terse = false
  let valuesOnly = false
  let fields: readonly string[] | null = null
  for (let i = 0; i < words.length; i++) {
    const arg = words[i] ?? ''
    if (/^(?:-t|--terse)$/.test(arg)) terse = true
    else if (/^(?:-f|--fields|-g|--get-values)$/.test(arg)) {
      const names = words[++i] ?? ''
      fields = /^(?:all|common)$/i.test(names) ? null : names.split(',')
      if (/^(?:-g|--get)/.test(arg)) terse = valuesOnly = true
    } else if (/^(?:-m|--mode|-c|--colors|-e|--escape|-w|--wait)$/.test(arg)) i++
    else if (!/^(?:-p|--pretty|-s|--show-secrets|-a|--ask)$/.test(arg)) args.push(arg)
  }
  return { args, terse, valuesOnly, fields }
}

const escaped = (text: string): string => text.replace(/:/g, '\\:')

/** A table of objects; false where a field is unknown. */
function listed(process: Process, all: readonly (readonly string[])[], { fields, terse }: Given): number {
  const [header = []] = all
  const wanted = fields?.map((it) => it.toUpperCase()) ?? null
  const unknown = wanted?.find((it) => !header.includes(it))
  if (unknown !== undefined)
    return failed(process, `invalid field '${unknown}'; allowed fields: ${header.join(',')}.`, INVALID)
  const rows = wanted === null ? all : all.map((row) => wanted.map((it) => row[header.indexOf(it)] ?? ''))
  process.out(
    terse
      ? rows
          .slice(1)
          .map((row) => `${row.map(escaped).join(':')}\n`)
          .join('')
      : table(rows),
  )
  return 0
}

/** The fields of one object, a line each. */
function detailed(
  process: Process,
  all: readonly (readonly [name: string, value: string])[],
  { fields, terse, valuesOnly }: Given,
): number {
  const isNamed = (name: string, wanted: string) => {
    const [own, requested] = [name.toLowerCase(), wanted.toLowerCase()]
    return own === requested || own.startsWith(`${requested}.`) || own.replace(/\[\d+\]$/, '') === requested
  }
  const unknown = fields?.find((wanted) => !all.some(([name]) => isNamed(name, wanted)))
  const groups = [...new Set(all.map(([name]) => name.split('.')[0] ?? ''))]
  // A field of a known group without a value is nothing, as is the gateway of the loopback.
  if (
    unknown !== undefined &&
    !groups.some((it) => it.toLowerCase() === unknown.split('.')[0]?.toLowerCase())
  )
    return failed(process, `invalid field '${unknown}'; allowed fields: ${groups.join(',')}.`, INVALID)
  const chosen =
    fields === null ? all : fields.flatMap((wanted) => all.filter(([name]) => isNamed(name, wanted)))
  for (const [name, value] of chosen)
    process.out(
      valuesOnly
        ? `${escaped(value)}\n`
        : terse
          ? `${name}:${value}\n`
          : `${`${name}:`.padEnd(40)}${value === '' ? '--' : value}\n`,
    )
  return 0
}

/** The connection of a device: its own profile, or one that NetworkManager made for what others set up. */
const connectionOf = (name: string): string => (name === 'eth0' ? WIRED : EXTERNAL.includes(name) ? name : '')

const is = (word: string, text: string): boolean => text !== '' && word.startsWith(text)

function overview(process: Process): number {
  const { machine } = process
  const address = localAddressOf(machine)
  const others = interfacesOf(machine)
    .filter(({ name }) => name !== 'eth0')
    .map(({ name, mac, mtu }) => {
      const [type, state] = stateOf(name)
      return `\n${name}: ${state}\n        "${name}"\n        ${type}, ${mac === null ? 'sw' : `${mac.toUpperCase()}, ${type === 'wifi' ? 'hw' : 'sw'}`}, mtu ${mtu}\n`
    })
  process.out(
    `eth0: connected to ${WIRED}\n        "${machine.isIntel() ? 'Intel I219-V' : 'bcmgenet'}"\n        ethernet (${machine.isIntel() ? 'e1000e' : 'bcmgenet'}), ${machine.device().macAddress}, hw, mtu 1500\n        ip4 default\n        inet4 ${address}/24\n        route4 ${address.replace(/\d+$/, '0')}/24 metric 100\n        route4 default via ${gatewayOf(address)} metric 100\n${others.join('')}\nDNS configuration:\n        servers: ${gatewayOf(address)}\n        interface: eth0\n`,
  )
  return 0
}

function device(process: Process, request: Given): number {
  const { machine } = process
  const [, verb = '', ...rest] = request.args
  const [name] = rest
  const all = interfacesOf(machine)
  if (verb === '' || is('status', verb))
    return listed(
      process,
      [
        ['DEVICE', 'TYPE', 'STATE', 'CONNECTION'],
        ...all.map((it) => {
          const [type, state] = stateOf(it.name)
          return [it.name, type, state, connectionOf(it.name) || '--']
        }),
      ],
      request,
    )
  if (is('wifi', verb)) {
    if (name === 'connect')
      return failed(process, `No network with SSID '${rest[1] ?? ''}' found.`, NOT_FOUND)
    if (name !== undefined && name !== 'list' && name !== 'rescan')
      return failed(process, `argument '${name}' not understood. Try passing --help instead.`, INVALID)
    return name === 'rescan'
      ? 0
      : listed(
          process,
          [['IN-USE', 'BSSID', 'SSID', 'MODE', 'CHAN', 'RATE', 'SIGNAL', 'BARS', 'SECURITY']],
          request,
        )
  }
  const chosen = all.filter((it) => name === undefined || it.name === name)
  if (chosen.length === 0) return failed(process, `Device '${name ?? ''}' not found.`, NOT_FOUND)
  if (is('show', verb)) {
    let code = 0
    for (const [i, it] of chosen.entries()) {
      if (i > 0) process.out('\n')
      const [type, state] = stateOf(it.name)
      const number = state === 'unmanaged' ? 10 : state === 'disconnected' ? 30 : 100
      const own: [string, string][] = [
        ['GENERAL.DEVICE', it.name],
        ['GENERAL.TYPE', type],
        ['GENERAL.HWADDR', (it.mac ?? '').toUpperCase()],
        ['GENERAL.MTU', String(it.mtu)],
        ['GENERAL.STATE', `${number} (${state})`],
        ['GENERAL.CONNECTION', connectionOf(it.name)],
        ['GENERAL.CON-PATH', it.name === 'eth0' ? '/org/freedesktop/NetworkManager/ActiveConnection/2' : ''],
        ...(type === 'ethernet' ? [['WIRED-PROPERTIES.CARRIER', 'on'] as [string, string]] : []),
      ]
      if (it.address !== null) {
        own.push(['IP4.ADDRESS[1]', `${it.address}/${it.bits}`])
        own.push(['IP4.GATEWAY', it.name === 'eth0' ? gatewayOf(it.address) : ''])
        if (it.name === 'eth0') {
          const via = gatewayOf(it.address)
          own.push(['IP4.ROUTE[1]', `dst = 0.0.0.0/0, nh = ${via}, mt = 100`])
          own.push(['IP4.ROUTE[2]', `dst = ${it.address.replace(/\d+$/, '0')}/24, nh = 0.0.0.0, mt = 100`])
          own.push(['IP4.DNS[1]', via])
        }
      }
      code = detailed(process, own, request)
    }
    return code
  }
  if (is('connect', verb) || is('disconnect', verb) || is('reapply', verb)) {
    if (name === undefined) return failed(process, 'No interface specified.', INVALID)
    const [type, state] = stateOf(name)
    if (state === 'unmanaged')
      return failed(
        process,
        `Failed to add/activate new connection: Device '${name}' is not managed`,
        NO_ACTIVATION,
      )
    if (is('disconnect', verb)) {
      if (type === 'wifi')
        return failed(
          process,
          `Device '${name}' (/org/freedesktop/NetworkManager/Devices/3) disconnecting failed: This device is not active`,
          6,
        )
      process.out(`Device '${name}' successfully disconnected.\n`)
      // The last way into the network.
      if (name === 'eth0') machine.world.setLink(machine.index, false)
      return 0
    }
    if (type === 'wifi')
      return failed(
        process,
        'Connection activation failed: (53) The Wi-Fi network could not be found',
        NO_ACTIVATION,
      )
    process.out(
      is('reapply', verb)
        ? `Connection successfully reapplied to device '${name}'.\n`
        : `Device '${name}' successfully activated with '${WIRED_PROFILE.get('connection.uuid') ?? ''}'.\n`,
    )
    return 0
  }
  return failed(process, `argument '${verb}' not understood. Try passing --help instead.`, INVALID)
}

/** Short words of `nmcli connection add`. */
const ALIASES: Readonly<Record<string, string>> = {
  type: 'connection.type',
  ifname: 'connection.interface-name',
  'con-name': 'connection.id',
  autoconnect: 'connection.autoconnect',
  ip4: 'ipv4.addresses',
  gw4: 'ipv4.gateway',
  ssid: 'wifi.ssid',
  apn: 'gsm.apn',
  user: 'gsm.username',
  password: 'gsm.password',
}

const SETTING =
  /^(?:connection|ipv4|ipv6|wifi|wifi-sec|802-11-wireless|802-11-wireless-security|gsm|ethernet|802-3-ethernet)\.[\w-]+$/

/** A list without some values, which are given themselves or by position. */
function without(list: string, given: string): string {
  const items = list.split(/[\s,]+/)
  const gone = given
    .split(/[\s,]+/)
    .map((it) => (items.includes(it) || !/^\d+$/.test(it) ? it : items[Number(it)]))
  return items.filter((it) => !gone.includes(it)).join(',')
}

/** Applies `setting value` pairs; `+setting` adds to a list, `-setting` takes from it. */
function settings(process: Process, words: readonly string[], before: Profile): Profile | number {
  const found = new Map(before)
  for (let i = 0; i < words.length; i += 2) {
    const word = words[i] ?? ''
    const name = valueIn(ALIASES, word) ?? word.replace(/^[+-]/, '')
    const value = words[i + 1]
    if (!SETTING.test(name))
      return failed(
        process,
        `invalid or not allowed setting '${name.split('.')[0] ?? ''}': '${name.split('.')[0] ?? ''}' not among [connection, 802-3-ethernet (ethernet), ipv4, ipv6].`,
        INVALID,
      )
    if (value === undefined) return failed(process, `value for '${name}' is missing.`, INVALID)
    const known = found.get(name) ?? ''
    if (word.startsWith('-')) found.set(name, without(known, value))
    else found.set(name, word.startsWith('+') && known !== '' ? `${known},${value}` : value)
    if (name === 'ipv4.addresses' && word === 'ip4') found.set('ipv4.method', 'manual')
  }
  return found
}

function connection(process: Process, request: Given): number {
  const { machine } = process
  const [, verb = '', ...rest] = request.args
  const words = rest.filter((it) => it !== 'id' && it !== 'uuid')
  const [name = ''] = words
  if (verb === '' || is('show', verb)) {
    const [wanted] = words.filter((it) => it !== '--active')
    const isActive = words.includes('--active')
    const profiles = profilesOf(machine)
    const rowOf = (it: Profile) => [
      nameOf(it),
      it.get('connection.uuid') ?? '',
      it.get('connection.type') ?? '',
    ]
    const autoconnect = (it: Profile) => it.get('connection.autoconnect') ?? 'yes'
    if (wanted === undefined)
      return listed(
        process,
        [
          ['NAME', 'UUID', 'TYPE', 'DEVICE', 'AUTOCONNECT', 'STATE'],
          ...profiles.slice(0, 1).map((it) => [...rowOf(it), 'eth0', autoconnect(it), 'activated']),
          ...EXTERNAL.map((name, i) => [
            name,
            uuidText(machine.token(4950 + i)),
            stateOf(name)[0],
            name,
            'no',
            'activated',
          ]),
          ...(isActive ? [] : profiles.slice(1).map((it) => [...rowOf(it), '--', autoconnect(it), '--'])),
        ],
        request.fields === null ? { ...request, fields: ['NAME', 'UUID', 'TYPE', 'DEVICE'] } : request,
      )
    const profile = findProfile(machine, wanted)
    if (!profile) return failed(process, `${wanted} - no such connection profile.`, NOT_FOUND)
    const own = [...profile].map(([key, value]): [string, string] => [
      key,
      key === 'connection.type' && value === 'ethernet' ? '802-3-ethernet' : value,
    ])
    return detailed(process, own, request)
  }
  if (is('reload', verb) || is('load', verb)) return 0
  if (is('add', verb)) {
    const uuid = machine.randomHex(32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    const first: Profile = new Map([
      ['connection.id', ''],
      ['connection.uuid', uuid],
      ['ipv4.method', 'auto'],
    ])
    const made = settings(process, words, first)
    if (typeof made === 'number') return made
    const type = made.get('connection.type')
    if (type === undefined) return failed(process, 'connection type is required.', INVALID)
    const profile =
      nameOf(made) === ''
        ? new Map(made).set('connection.id', `${type}-${made.get('connection.interface-name') ?? 'any'}`)
        : made
    const code = store(process, profile)
    if (code === 0) process.out(`Connection '${nameOf(profile)}' (${uuid}) successfully added.\n`)
    return code
  }
  const unknown = (text: string) => failed(process, `unknown connection '${text}'.`, NOT_FOUND)
  if (is('modify', verb)) {
    const profile = findProfile(machine, name)
    if (!profile) return unknown(name)
    const changed = settings(process, words.slice(1), profile)
    if (typeof changed === 'number') return changed
    const [before, after] = [nameOf(profile), nameOf(changed)]
    if (before === after) return store(process, changed)
    const problem =
      before === WIRED
        ? 'the name of this connection cannot be changed in the simulation'
        : after === ''
          ? 'connection.id: property is empty'
          : profilesOf(machine).some((it) => nameOf(it) === after)
            ? `another connection is named '${after}'`
            : undefined
    if (problem !== undefined)
      return failed(process, `Failed to modify connection '${before}': ${problem}`, 1)
    const code = store(process, changed)
    return code === 0 ? store(process, profile, true) : code
  }
  if (is('delete', verb)) {
    let code = 0
    for (const text of words) {
      const profile = findProfile(machine, text)
      if (!profile) {
        code = unknown(text)
        continue
      }
      store(process, profile, true)
      process.out(
        `Connection '${nameOf(profile)}' (${profile.get('connection.uuid') ?? ''}) successfully deleted.\n`,
      )
    }
    if (code !== 0)
      process.err(
        'Error: cannot delete unknown connection(s): '.concat(words.map((it) => `'${it}'`).join(', '), '.\n'),
      )
    return code
  }
  if (verb === 'up' || verb === 'down') {
    const profile = findProfile(machine, words.join(' ')) ?? findProfile(machine, name)
    if (!profile) return unknown(name)
    if (verb === 'up' && nameOf(profile) !== WIRED && profile.get('connection.type') !== 'ethernet')
      return failed(
        process,
        `Connection activation failed: No suitable device found for this connection (device eth0 not available because profile is not compatible with device (mismatching interface name)).`,
        NO_ACTIVATION,
      )
    if (verb === 'down' && nameOf(profile) !== WIRED)
      return failed(
        process,
        `'${nameOf(profile)}' is not an active connection.\nError: no active connection provided.`,
        NOT_FOUND,
      )
    process.out(
      `Connection ${verb === 'up' ? 'successfully activated' : `'${nameOf(profile)}' successfully deactivated`} (D-Bus active path: /org/freedesktop/NetworkManager/ActiveConnection/2)\n`,
    )
    if (verb === 'down') machine.world.setLink(machine.index, false)
    return 0
  }
  return failed(process, `argument '${verb}' not understood. Try passing --help instead.`, INVALID)
}

function radio(process: Process, request: Given): number {
  const { machine } = process
  const [, part = '', state] = request.args
  const isOff = machine.stored().has(WIFI_OFF)
  if (state !== undefined) {
    if (state !== 'on' && state !== 'off')
      return failed(process, `invalid '${part}' argument: '${state}' (use on/off).`, INVALID)
    if (part !== 'wwan') machine.store(WIFI_OFF, state === 'on' ? null : { text: '', at: machine.now() })
    return 0
  }
  if (part === 'wifi' || part === 'wwan') {
    process.out(part === 'wifi' && isOff ? 'disabled\n' : 'enabled\n')
    return 0
  }
  return listed(
    process,
    [
      ['WIFI-HW', 'WIFI', 'WWAN-HW', 'WWAN'],
      ['enabled', isOff ? 'disabled' : 'enabled', 'missing', 'enabled'],
    ],
    request,
  )
}

const USAGE = `Usage: nmcli [OPTIONS] OBJECT { COMMAND | help }

OBJECT
  g[eneral]       NetworkManager's general status and operations
  n[etworking]    overall networking control
  r[adio]         NetworkManager radio switches
  c[onnection]    NetworkManager's connections
  d[evice]        devices managed by NetworkManager
  m[onitor]       monitor NetworkManager changes
`

function* nmcli(process: Process): Steps<number> {
  const { machine } = process
  if (!machine.isUnitRunning('NetworkManager')) return failed(process, 'NetworkManager is not running.', 8)
  const request = given(process.args)
  const [what = '', verb = ''] = request.args
  if (what === '--version' || what === '-v' || what === '-V') {
    process.out('nmcli tool, version 1.44.2\n')
    return 0
  }
  if (what === '-h' || what === '--help' || what === 'help') {
    process.out(USAGE)
    return 0
  }
  if (what === '') return overview(process)
  if (is('general', what)) {
    if (verb === 'hostname') {
      process.out(`${machine.hostname()}\n`)
      return 0
    }
    return listed(
      process,
      [
        ['STATE', 'CONNECTIVITY', 'WIFI-HW', 'WIFI', 'WWAN-HW', 'WWAN'],
        [
          'connected',
          'full',
          'enabled',
          machine.stored().has(WIFI_OFF) ? 'disabled' : 'enabled',
          'missing',
          'enabled',
        ],
      ],
      request,
    )
  }
  if (is('device', what)) return device(process, request)
  if (is('connection', what)) return connection(process, request)
  if (is('radio', what)) return radio(process, request)
  if (is('networking', what)) {
    if (verb === 'off') {
      machine.world.setLink(machine.index, false)
      return 0
    }
    process.out(is('connectivity', verb) ? 'full\n' : verb === 'on' ? '' : 'enabled\n')
    return 0
  }
  // Nothing changes without being asked: waits until it is interrupted.
  if (is('monitor', what)) for (;;) yield* process.sleep(60_000)
  return failed(process, `argument '${what}' not understood. Try passing --help instead.`, INVALID)
}

/** There is no modem: each command says so. */
const mmcli: Program = (process) => {
  const [first = ''] = process.args
  if (first === '-L' || first === '--list-modems') {
    process.out(
      process.args.some((it) => /^-[JK]|^--output/.test(it))
        ? '{"modem-list":[]}\n'
        : 'No modems were found\n',
    )
    return 0
  }
  if (first === '-V' || first === '--version') {
    process.out('mmcli 1.20.6\n')
    return 0
  }
  if (first === '-S' || first === '--scan-modems') {
    process.out('successfully requested to scan devices\n')
    return 0
  }
  const [, kind] = /^(?:-|--)(m|modem|i|sim|b|bearer|s|sms)(?:=|$)/.exec(first) ?? []
  if (kind !== undefined) {
    const thing = kind.startsWith('m')
      ? 'modem'
      : kind.startsWith('b')
        ? 'bearer'
        : kind === 'i' || kind === 'sim'
          ? 'SIM'
          : 'SMS'
    process.err(`error: couldn't find ${thing}\n`)
    return 1
  }
  process.err('error: no actions specified\n')
  return 1
}

export const networkManagerPrograms: Record<string, Program> = { mmcli, nmcli }
