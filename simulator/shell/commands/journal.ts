import { isoDate, journalStamp, timeOfDay, formatDate } from '../../base/calendar.ts'
import { valueIn } from '../../base/records.ts'
import type { JournalEntry } from '../../views/host-journal.ts'
import type { Steps } from '../kernel/kernel.ts'
import { globTest } from '../language/pattern.ts'
import type { Machine } from '../machine.ts'
import { options, type Options } from '../options.ts'
import type { Process, Program } from '../process.ts'
import { parseDate } from './files.ts'
import { followJournal } from './log-following.ts'
import { isOldSystem, systemdVersion } from './system-version.ts'

const LONGS: Readonly<Record<string, string>> = {
  unit: 'u:',
  follow: 'f',
  lines: 'n:',
  boot: 'b',
  dmesg: 'k',
  reverse: 'r',
  since: 'S:',
  until: 'U:',
  output: 'o:',
  identifier: 't:',
  priority: 'p:',
  grep: 'g:',
  'no-pager': 'no-pager',
  'list-boots': 'list-boots',
  all: 'a',
  quiet: 'q',
  'no-hostname': 'no-hostname',
  utc: 'utc',
  'disk-usage': 'disk-usage',
  'no-tail': 'no-tail',
  'pager-end': 'e',
  catalog: 'x',
  full: 'l',
  fields: 'N',
  field: 'F:',
  directory: 'D:',
  file: 'D:',
  version: 'version',
  verify: 'verify',
  header: 'header',
  'output-fields': 'output-fields:',
  merge: 'm',
  system: 'system',
  user: 'user',
  'vacuum-size': 'vacuum:',
  'vacuum-time': 'vacuum:',
  rotate: 'rotate',
  flush: 'flush',
  sync: 'flush',
}

const PRIORITIES = ['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug']
const FORMATS = [
  'short',
  'short-iso',
  'short-precise',
  'short-full',
  'short-monotonic',
  'short-unix',
  'cat',
  'json',
  'json-pretty',
  'verbose',
  'with-unit',
  'export',
]
const ENGINE = ['docker', 'balena-engine']

/** Says what is wrong as systemd's programs do, without their name. */
function failed(process: Process, message: string): number {
  process.err(`${message}\n`)
  return 1
}

interface Selection {
  units: readonly string[]
  identifiers: readonly string[]
  /** The values that fields may have. */
  fields: ReadonlyMap<string, readonly string[]>
  priority: number
  since: number
  until: number
  kernel: boolean
  search: RegExp | null
}

/** `-b` can be followed by the number of a boot; `-n` by nothing. */
function normalized(args: readonly string[]): string[] {
  const found: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    const next = args[i + 1] ?? ''
    if (arg === '-b' && /^[-+]?\d+$|^[0-9a-f]{32}$/.test(next)) {
      found.push(`--boot=${next}`)
      i++
    } else if (/^-b[-+]?\d+$/.test(arg)) found.push(`--boot=${arg.slice(2)}`)
    else if (arg === '-n' && !/^\d+$|^all$/.test(next)) found.push('-n', '10')
    else found.push(arg)
  }
  return found
}

function selection(process: Process, found: Options): Selection | number {
  const now = process.machine.ownTime()
  const time = (name: string, otherwise: number): number | null => {
    const text = found.value(name)
    return text === undefined ? otherwise : parseDate(text, now)
  }
  const since = time('S', -Infinity)
  const until = time('U', Infinity)
  if (since === null || until === null)
    return failed(
      process,
      `Failed to parse timestamp: ${(since === null ? found.value('S') : found.value('U')) ?? ''}`,
    )
  const level = found.value('p')?.split('..').at(-1)
  const priority =
    level === undefined
      ? 7
      : /^\d$/.test(level)
        ? Number(level)
        : PRIORITIES.indexOf(level.replace(/^error$/, 'err').replace(/^warn$/, 'warning'))
  if (priority < 0 || priority > 7) return failed(process, `Unknown log level ${level ?? ''}`)
  const pattern = found.value('g')
  const matches = found.rest.map((it) => /^([A-Z_]+)=(.*)$/.exec(it)?.slice(1) ?? [])
  const bad = found.rest.find((_, i) => matches[i]?.length === 0)
  if (bad !== undefined) return failed(process, `Failed to add match '${bad}': Invalid argument`)
  const fields = new Map<string, string[]>()
  for (const [name = '', value = ''] of matches) fields.set(name, [...(fields.get(name) ?? []), value])
  return {
    units: found
      .values('u')
      .map((it) => it.replace(/\.service$/, ''))
      .map((it) => (ENGINE.includes(it) ? 'balena' : it)),
    identifiers: found.values('t'),
    fields,
    priority,
    since,
    until,
    kernel: found.has('k'),
    search: pattern === undefined ? null : new RegExp(pattern, /[A-Z]/.test(pattern) ? '' : 'i'),
  }
}

function isSelected(process: Process, entry: JournalEntry, chosen: Selection, fields: Fields): boolean {
  if (entry.at < chosen.since || entry.at > chosen.until || entry.priority > chosen.priority) return false
  if (chosen.kernel && entry.unit !== 'kernel') return false
  const units = chosen.units
  if (
    units.length > 0 &&
    !units.some((it) => it === entry.unit || (/[*?[]/.test(it) && globTest(it).test(unitOf(entry))))
  )
    return false
  if (chosen.identifiers.length > 0 && !chosen.identifiers.includes(entry.identifier)) return false
  if (chosen.fields.size > 0) {
    // The supervisor writes to the journal by its unit; the engine writes the same lines for its container.
    const own = fields(entry)
    if (entry.identifier === process.machine.supervisorUnit())
      own['CONTAINER_NAME'] = process.machine.supervisorUnit().replace('-', '_')
    for (const [name, values] of chosen.fields) if (!values.includes(valueIn(own, name) ?? '')) return false
  }
  return chosen.search === null || chosen.search.test(entry.message)
}

type Fields = (entry: JournalEntry) => Record<string, string>

/** Tells the fields of entries, in the order of the journal. */
function fieldReader({ machine }: Process): Fields {
  const containers = new Map([
    ...machine
      .containers()
      .map(({ fullId, containerName }) => [fullId.slice(0, 12), { fullId, containerName }] as const),
    ...machine
      .ownContainers()
      .map(({ id, name }) => [id.slice(0, 12), { fullId: id, containerName: name }] as const),
  ])
  const supervisor = machine.supervisorUnit()
  const boots = machine.boots().map((_, i) => bootId(machine, i))
  const tokens = { machine: machine.token(4901), file: machine.token(4902) }
  const hostname = machine.hostname()
  const booted = machine.bootedAt() + machine.device().clockSkewMs
  return (entry) => {
    const container = containers.get(entry.identifier)
    const isSupervisor = entry.identifier === supervisor
    return {
      __CURSOR: `s=${tokens.file};i=${Math.floor(entry.at % 1_000_000_007).toString(16)};b=${boots[entry.boot] ?? ''}`,
      __REALTIME_TIMESTAMP: `${entry.at}000`,
      __MONOTONIC_TIMESTAMP: `${Math.max(0, Math.round(entry.at - booted))}000`,
      _BOOT_ID: boots[entry.boot] ?? '',
      _MACHINE_ID: tokens.machine,
      _HOSTNAME: hostname,
      PRIORITY: String(entry.priority),
      SYSLOG_IDENTIFIER: entry.identifier,
      ...(entry.unit === 'kernel'
        ? { _TRANSPORT: 'kernel' }
        : {
            _TRANSPORT: container || isSupervisor ? 'journal' : entry.unit === 'user' ? 'syslog' : 'stdout',
            _UID: '0',
            _GID: '0',
            ...(entry.pid === null ? {} : { _PID: String(entry.pid) }),
            ...(entry.unit === 'user' ? {} : { _SYSTEMD_UNIT: unitOf(entry) }),
          }),
      ...(container
        ? {
            CONTAINER_ID: entry.identifier,
            CONTAINER_ID_FULL: container.fullId,
            CONTAINER_NAME: container.containerName,
            CONTAINER_TAG: entry.identifier,
          }
        : {}),
      MESSAGE: entry.message,
    }
  }
}

const unitOf = ({ unit }: JournalEntry): string => (unit.includes('.') ? unit : `${unit}.service`)

function shown(
  process: Process,
  entry: JournalEntry,
  format: string,
  withoutHost: boolean,
  fields: Fields,
): string {
  const { machine } = process
  const host = withoutHost ? '' : `${machine.hostname()} `
  const pid = entry.pid === null ? '' : `[${entry.pid}]`
  const rest = `${host}${entry.identifier}${pid}: ${entry.message}\n`
  switch (format) {
    case 'cat':
      return `${entry.message}\n`
    case 'json':
      return `${JSON.stringify(fields(entry))}\n`
    case 'json-pretty':
      return `${JSON.stringify(fields(entry), null, '\t')}\n`
    case 'export':
      return `${Object.entries(fields(entry))
        .map(([name, value]) => `${name}=${value}\n`)
        .join('')}\n`
    case 'short-iso':
      return `${isoDate(entry.at)}T${timeOfDay(entry.at)}+0000 ${rest}`
    case 'short-full':
      return `${formatDate('%a %Y-%m-%d %T UTC', entry.at)} ${rest}`
    case 'short-precise':
      return `${journalStamp(entry.at)}.${String(Math.floor(entry.at) % 1000).padStart(3, '0')}000 ${rest}`
    case 'short-unix':
      return `${(entry.at / 1000).toFixed(6)} ${rest}`
    case 'short-monotonic':
      return `[${((entry.at - machine.bootedAt() - machine.device().clockSkewMs) / 1000).toFixed(6).padStart(12)}] ${rest}`
    case 'with-unit':
      return `${formatDate('%a %Y-%m-%d %T UTC', entry.at)} ${host}${unitOf(entry)}${pid}: ${entry.message}\n`
    case 'verbose':
      return `${formatDate('%a %Y-%m-%d %T', entry.at)}.${String(Math.floor(entry.at) % 1000).padStart(3, '0')}000 UTC [${fields(entry)['__CURSOR'] ?? ''}]\n${Object.entries(
        fields(entry),
      )
        .filter(([name]) => !name.startsWith('__'))
        .map(([name, value]) => `    ${name}=${value}\n`)
        .join('')}`
    default:
      return `${journalStamp(entry.at)} ${rest}`
  }
}

function* journalctl(process: Process): Steps<number> {
  const found = options(process.with(normalized(process.args)), 'u:fn:bkrS:U:o:t:p:g:aqexlNF:D:m', LONGS)
  if (!found) return 1
  const { machine } = process
  if (found.has('disk-usage')) {
    process.out('Archived and active journals take up 8.0M in the file system.\n')
    return 0
  }
  if (found.has('rotate') || found.has('flush')) return 0
  if (found.has('vacuum')) {
    process.out('Vacuuming done, freed 0B of archived journals from /run/log/journal.\n')
    return 0
  }
  if (found.has('version')) {
    process.out(systemdVersion(machine))
    return 0
  }
  const folder = found.value('D')
  if (folder !== undefined && process.find(folder) === undefined)
    return failed(process, `Failed to open ${folder}: No such file or directory`)
  if (found.has('verify')) {
    process.out(`PASS: /run/log/journal/${machine.token(4901)}/system.journal\n`)
    return 0
  }
  if (found.has('header')) {
    process.out(
      `File path: /run/log/journal/${machine.token(4901)}/system.journal\nFile ID: ${machine.token(4902)}\nMachine ID: ${machine.token(4901)}\nBoot ID: ${machine.token(4900)}\nState: ONLINE\n`,
    )
    return 0
  }
  const fields = fieldReader(process)
  const field = found.value('F')
  if (field !== undefined || found.has('N')) {
    const values = machine
      .journal()
      .flatMap((it) => Object.entries(fields(it)))
      .filter(([name]) => field === undefined || name === field)
      .map(([name, value]) => (field === undefined ? name : value))
    for (const it of new Set(values)) process.out(`${it}\n`)
    return 0
  }
  if (found.has('list-boots')) return listBoots(process)
  const bootArgument = found.value('b')
  const boot = bootArgument === undefined ? undefined : bootOf(machine, bootArgument)
  if (boot === null) {
    return failed(
      process,
      `Data from the specified boot (${bootArgument ?? ''}) is not available: No such boot ID in journal`,
    )
  }
  const format = found.value('o') ?? 'short'
  if (!FORMATS.includes(format)) return failed(process, `Unknown output format '${format}'.`)
  const text = found.value('n')
  const count =
    text === undefined
      ? found.has('f') && !found.has('no-tail')
        ? 10
        : found.has('e')
          ? 1000
          : Infinity
      : text === 'all'
        ? Infinity
        : Number(text)
  if (!(count >= 0)) return failed(process, `Failed to parse lines '${text ?? ''}'`)
  const chosen = selection(process, found)
  if (typeof chosen === 'number') return chosen
  const all = machine
    .journal()
    .filter((it) => (boot === undefined || it.boot === boot) && isSelected(process, it, chosen, fields))
  const entries = count === Infinity ? all : count === 0 ? [] : all.slice(-count)
  if (found.has('r')) entries.reverse()
  const show = (it: JournalEntry) => shown(process, it, format, found.has('no-hostname'), fields)
  if (entries.length === 0 && !found.has('f')) {
    if (!found.has('q')) process.out('-- No entries --\n')
    return chosen.search === null ? 0 : 1
  }
  if (/^short|^with-unit/.test(format) && !found.has('q')) process.out(reachText(machine, found.has('f')))
  for (const it of entries) yield* process.print(show(it))
  if (!found.has('f')) return 0
  yield* followJournal(process, (it) => (isSelected(process, it, chosen, fields) ? show(it) : ''))
  return 0
}

/** What older systems say first: how far the journal reaches. */
function reachText(machine: Machine, isFollowing: boolean): string {
  if (!isOldSystem(machine)) return ''
  const entries = machine.journal()
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) return ''
  const stamp = (at: number) => formatDate('%a %Y-%m-%d %T UTC', at)
  return isFollowing
    ? `-- Logs begin at ${stamp(first.at)}. --\n`
    : `-- Logs begin at ${stamp(first.at)}, end at ${stamp(last.at)}. --\n`
}

/** The boots that the journal reaches: the first is 0, those before count down. */
function listBoots(process: Process): number {
  const { machine } = process
  const entries = machine.journal()
  const skew = machine.device().clockSkewMs
  const boots = machine.boots()
  const stamp = (at: number) => formatDate('%a %Y-%m-%d %T UTC', at)
  const isOld = isOldSystem(machine)
  if (!isOld) process.out('IDX BOOT ID                          FIRST ENTRY                 LAST ENTRY\n')
  for (const [i, boot] of boots.entries()) {
    const own = entries.filter((it) => it.boot === i)
    const first = own[0]
    if (!first) continue
    const last = own.at(-1)?.at ?? boot.downAt ?? machine.now()
    process.out(
      `${String(i - boots.length + 1).padStart(isOld ? 2 : 3)} ${bootId(machine, i)} ${stamp(Math.max(first.at, boot.bootedAt + skew))}${isOld ? '—' : ' '}${stamp(last)}\n`,
    )
  }
  return 0
}

function bootId(machine: Machine, boot: number): string {
  return boot === machine.boots().length - 1 ? machine.token(4900) : machine.token(6000 + boot)
}

/** The position of a boot that was asked for; null when the journal does not reach it. */
function bootOf(machine: Machine, text: string): number | null {
  const last = machine.boots().length - 1
  const found = machine.boots().findIndex((_, i) => bootId(machine, i) === text)
  if (found >= 0) return found
  const number = Number(text === '' ? 0 : text)
  if (!Number.isInteger(number)) return null
  const position = number > 0 ? number - 1 : last + number
  return machine.journal().some((it) => it.boot === position) ? position : null
}

export const journalPrograms: Record<string, Program> = { journalctl }
