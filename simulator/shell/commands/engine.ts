import { longDate } from '../../base/calendar.ts'
import { valueIn } from '../../base/records.ts'
import type { LogLine } from '../../device/device-state.ts'
import { RESOURCE_USAGE } from '../../device/services.ts'
import type { JournalEntry } from '../../views/host-journal.ts'
import { FileSystem } from '../files/file-system.ts'
import type { Steps } from '../kernel/kernel.ts'
import { NOTHING_IN, NOWHERE, TextInput, TextOutput } from '../kernel/streams.ts'
import type { Machine } from '../machine.ts'
import { options, table } from '../options.ts'
import type { Process, Program } from '../process.ts'
import { missingUser, userNamed } from '../users.ts'
import { extraSubcommands } from './engine-extra.ts'
import { commandHelp, engineHelp, groupHelp, needs } from './engine-help.ts'
import { imageSubcommands, pruneImages } from './engine-images.ts'
import { failed, list } from './engine-listing.ts'
import { findNetwork, network } from './engine-networks.ts'
import {
  containerDetails,
  engineContainers,
  decimalSize,
  findContainer,
  findImage,
  imageBytes,
  imageDetails,
  imagesOnDisk,
  engineImages,
  containerStateText,
  containerStatusText,
  UNNAMED,
  writtenBytes,
  writtenFiles,
  type EngineContainer,
  type EngineImage,
} from './engine-objects.ts'
import { changeOwn, ownSubcommands, START_MS } from './engine-own.ts'
import { OWN_VOLUME, volume, volumes } from './engine-volumes.ts'
import { parseDate } from './files.ts'
import { filled, TemplateProblem } from './go-template.ts'
import { followJournal, followLogs } from './log-following.ts'
import { programNamesFor } from './names.ts'
import { interactiveScreen } from './screen.ts'
import { durationText, nanoStamp } from './time-text.ts'

const VERSION = '20.10.43'
const COMMIT = '5f5f4c2'
/** The exit code after an option that is not known. */
const MISUSED = 125

const noContainer = (process: Process, text: string) => failed(process, `Error: No such container: ${text}`)

function matchesFilter(it: EngineContainer, filter: string): boolean {
  const equals = filter.indexOf('=')
  const [key, value] = [filter.slice(0, equals), filter.slice(equals + 1)]
  switch (key) {
    case 'name':
      return new RegExp(value.replace(/^\//, '')).test(it.name)
    case 'id':
      return it.id.startsWith(value)
    case 'status':
      return containerStateText(it) === value
    case 'ancestor':
      return it.image === value || it.imageDigest.startsWith(value)
    case 'label': {
      const [label = '', wanted] = value.split('=')
      return wanted === undefined ? Object.hasOwn(it.labels, label) : it.labels[label] === wanted
    }
    case 'health':
      return value === 'healthy' ? it.health !== '' : value === 'none' && it.health === ''
    case 'volume':
      return it.mounts.some((one) => one.name === value || one.target === value)
    case 'network':
      return it.network === value
    case 'exited':
      return !it.isRunning && String(it.own?.exitCode ?? 143) === value
    default:
      return false
  }
}

const FILTERS: ReadonlySet<string> = new Set(
  'name id status ancestor label health volume network exited before since'.split(' '),
)

function ps(process: Process): number {
  const found = options(process, 'aqn:lsf:', {
    all: 'a',
    quiet: 'q',
    'no-trunc': 'no-trunc',
    format: 'format:',
    filter: 'f:',
    last: 'n:',
    latest: 'l',
    size: 's',
  })
  if (!found) return 125
  const now = process.machine.now()
  const full = found.has('no-trunc')
  const bad = found.values('f').find((it) => !FILTERS.has(it.split('=')[0] ?? ''))
  if (bad !== undefined)
    return failed(process, `Error response from daemon: Invalid filter '${bad.split('=')[0] ?? ''}'`)
  const asksStatus =
    found.values('f').some((it) => /^(?:status|exited)=/.test(it)) || found.has('l') || found.has('n')
  let all = engineContainers(process.machine).filter((it) => found.has('a') || asksStatus || it.isRunning)
  for (const filter of found.values('f')) {
    const [key, value = ''] = filter.split('=')
    if (key !== 'before' && key !== 'since') {
      all = all.filter((it) => matchesFilter(it, filter))
      continue
    }
    const other = findContainer(process.machine, value)
    if (!other) return failed(process, `Error response from daemon: No such container: ${value}`)
    all = all.filter((it) =>
      key === 'before' ? it.createdAt < other.createdAt : it.createdAt > other.createdAt,
    )
  }
  if (found.has('l')) all = all.slice(0, 1)
  const last = found.value('n')
  if (last !== undefined) all = all.slice(0, Number(last))
  if (found.has('q')) {
    for (const it of all) process.out(`${full ? it.id : it.id.slice(0, 12)}\n`)
    return 0
  }
  const rows = all.map((it) => ({
    ID: full ? it.id : it.id.slice(0, 12),
    Image: full || it.image.length < 30 ? it.image : it.imageDigest.slice(0, 12),
    Command: full || it.command.length <= 20 ? `"${it.command}"` : `"${it.command.slice(0, 19)}…"`,
    CreatedAt: longDate(it.createdAt),
    RunningFor: `${durationText(now - it.createdAt)} ago`,
    Status: containerStatusText(it, now),
    State: containerStateText(it),
    Ports: it.ports,
    Names: it.name,
    Labels: Object.entries(it.labels)
      .map(([key, value]) => `${key}=${value}`)
      .join(','),
    Mounts: it.mounts.map((one) => one.name || one.source).join(','),
    Networks: it.network,
    Size: `${decimalSize(writtenBytes(process.machine, it))} (virtual ${decimalSize(imageBytes(process.machine, it) + writtenBytes(process.machine, it))})`,
    labels: it.labels,
    LocalVolumes: String(it.mounts.filter((one) => one.type === 'volume').length),
  }))
  return list(
    process,
    [
      ['CONTAINER ID', 'ID'],
      ['IMAGE', 'Image'],
      ['COMMAND', 'Command'],
      ['CREATED', 'RunningFor'],
      ['STATUS', 'Status'],
      ['PORTS', 'Ports'],
      ['NAMES', 'Names'],
      ...(found.has('s') ? ([['SIZE', 'Size']] as const) : []),
    ],
    rows,
    found.value('format'),
  )
}

function images(process: Process): number {
  const found = options(process, 'aqf:', {
    all: 'a',
    quiet: 'q',
    'no-trunc': 'no-trunc',
    digests: 'digests',
    format: 'format:',
    filter: 'f:',
  })
  if (!found) return 125
  const now = process.machine.now()
  const [name] = found.rest
  const all = engineImages(process.machine).filter(
    (it) =>
      name === undefined || it.repository === name.replace(/:latest$/, '') || it.repository.includes(name),
  )
  const dangling = found.values('f').find((it) => it.startsWith('dangling='))
  const chosen =
    dangling === undefined
      ? all
      : all.filter((it) => (it.repository === UNNAMED) === /=(?:true|1)$/.test(dangling))
  if (found.has('q')) {
    for (const it of chosen)
      process.out(`${found.has('no-trunc') ? `sha256:${it.id}` : it.id.slice(0, 12)}\n`)
    return 0
  }
  const rows = chosen.map((it) => ({
    Repository: it.repository,
    Tag: it.tag,
    ID: found.has('no-trunc') ? `sha256:${it.id}` : it.id.slice(0, 12),
    Digest: `sha256:${it.id}`,
    CreatedSince: `${durationText(now - it.createdAt)} ago`,
    CreatedAt: longDate(it.createdAt),
    Size: decimalSize(it.bytes),
    Containers: 'N/A',
  }))
  const columns: (readonly [string, string])[] = [
    ['REPOSITORY', 'Repository'],
    ['TAG', 'Tag'],
    ...(found.has('digests') ? ([['DIGEST', 'Digest']] as const) : []),
    ['IMAGE ID', 'ID'],
    ['CREATED', 'CreatedSince'],
    ['SIZE', 'Size'],
  ]
  return list(process, columns, rows, found.value('format'))
}

function inspect(process: Process): number {
  const found = options(process, 'f:s', { format: 'f:', type: 'type:', size: 's' })
  if (!found) return 125
  if (found.rest.length === 0) return needs(process, process.subcommand ?? 'inspect', 'at least 1 argument')
  // `balena image inspect` knows images only, and so on.
  const type = found.value('type') ?? /^(image|container|network|volume) /.exec(process.subcommand ?? '')?.[1]
  const results: unknown[] = []
  const missing: string[] = []
  let code = 0
  for (const text of found.rest) {
    const container =
      type === undefined || type === 'container' ? findContainer(process.machine, text) : undefined
    const image = type === undefined || type === 'image' ? findImage(process.machine, text) : undefined
    const other =
      type === undefined || type === 'volume' || type === 'network'
        ? (volumes(process).find((it) => it.Name === text) ?? findNetwork(process, text))
        : undefined
    if (container) results.push(containerDetails(process.machine, container, found.has('s')))
    else if (image) results.push(imageDetails(process.machine, image))
    else if (other) results.push(other)
    else {
      missing.push(text)
      code = 1
    }
  }
  const format = found.value('f')
  if (format === undefined) process.out(`${JSON.stringify(results, null, 4)}\n`)
  else {
    try {
      for (const it of results) process.out(`${filled(format, it)}\n`)
    } catch (problem) {
      if (problem instanceof TemplateProblem)
        return failed(process, `Template parsing error: template: :1: ${problem.message}`)
      throw problem
    }
  }
  for (const text of missing) process.err(`Error: No such ${type ?? 'object'}: ${text}\n`)
  return code
}

function* logs(process: Process): Steps<number> {
  const found = options(process, 'fn:t', {
    follow: 'f',
    tail: 'n:',
    timestamps: 't',
    since: 'since:',
    until: 'until:',
    details: 'details',
  })
  if (!found) return 125
  const [text] = found.rest
  if (text === undefined) return needs(process, 'logs', 'exactly 1 argument')
  const container = findContainer(process.machine, text)
  if (!container) return noContainer(process, text)
  const tail = found.value('n') ?? 'all'
  const count = tail === 'all' ? Infinity : Number(tail)
  if (!(count >= 0)) return failed(process, 'invalid argument for the number of lines')
  const now = process.machine.now()
  const limit = (name: string, otherwise: number): number | null => {
    const value = found.value(name)
    return value === undefined
      ? otherwise
      : parseDate(
          /^\d+[smhd]$/.test(value)
            ? `${value.slice(0, -1)} ${value.slice(-1)} ago`
            : value.replace(/Z$/, ''),
          now,
        )
  }
  const [since, until] = [limit('since', -Infinity), limit('until', Infinity)]
  if (since === null || until === null)
    return failed(process, `invalid value for "${since === null ? 'since' : 'until'}"`)
  const isOwn = (line: LogLine) =>
    !line.isSystem &&
    line.serviceId === container.service?.serviceId &&
    line.at >= Math.max(since, container.createdAt) &&
    line.at <= until
  if (!container.service)
    return yield* ownLogs(process, container, {
      count,
      since,
      until,
      follow: found.has('f'),
      stamps: found.has('t'),
    })
  const show = (line: LogLine) => `${found.has('t') ? `${nanoStamp(line.at)} ` : ''}${line.message}\n`
  const past = process.machine.logs({ count: 1000 }).filter(isOwn)
  for (const line of count === 0 ? [] : count === Infinity ? past : past.slice(-count)) {
    // Errors are written to the other stream.
    if (line.isStdErr) process.err(show(line))
    else process.out(show(line))
  }
  if (found.has('f')) yield* followLogs(process, (line) => (isOwn(line) ? show(line) : ''))
  return 0
}

/** The lines of a container that a user made, or of the supervisor, which are in the journal. */
function* ownLogs(
  process: Process,
  { id, createdAt, own }: EngineContainer,
  range: { count: number; since: number; until: number; follow: boolean; stamps: boolean },
): Steps<number> {
  const skew = process.machine.device().clockSkewMs
  // The supervisor's unit follows its container.
  const identifier = own ? id.slice(0, 12) : process.machine.supervisorUnit()
  const show = (entry: JournalEntry): string => {
    const at = entry.at - skew
    if (
      entry.identifier !== identifier ||
      at < Math.max(range.since, Math.floor(createdAt)) ||
      at > range.until
    )
      return ''
    return `${range.stamps ? `${nanoStamp(at)} ` : ''}${entry.message}\n`
  }
  const past = process.machine
    .journal()
    .map(show)
    .filter((it) => it !== '')
  for (const text of range.count === 0 ? [] : range.count === Infinity ? past : past.slice(-range.count))
    process.out(text)
  if (range.follow) yield* followJournal(process, show)
  return 0
}

function* exec(process: Process): Steps<number> {
  const found = options(
    process,
    'ite:w:u:d',
    {
      interactive: 'i',
      tty: 't',
      env: 'e:',
      workdir: 'w:',
      user: 'u:',
      detach: 'd',
      privileged: 'privileged',
    },
    { stopsAtFirst: true },
  )
  if (!found) return 125
  const [text, ...words] = found.rest
  if (text === undefined || words.length === 0) return needs(process, 'exec', 'at least 2 arguments')
  const container = findContainer(process.machine, text)
  if (!container) return noContainer(process, text)
  if (!container.isRunning)
    return failed(process, `Error response from daemon: Container ${container.id} is not running`)
  const isSupervisor = container.own === null && container.service === null
  const service = container.own?.service ?? container.service?.name ?? container.name
  const isMissing = !KNOWN_SHELLS.test(words[0] ?? '')
  if (container.own?.isPaused === true)
    return failed(
      process,
      `Error response from daemon: Container ${container.id} is paused, unpause the container before exec`,
    )
  const environment = new Map([
    ...(isSupervisor ? Object.entries(container.environment) : []),
    ...found
      .values('e')
      .map((it): [string, string] =>
        it.includes('=')
          ? [it.slice(0, it.indexOf('=')), it.slice(it.indexOf('=') + 1)]
          : [it, process.environment.get(it) ?? ''],
      ),
  ])
  const workdir = found.value('w')
  const interactive = process.streams.in.isTerminal && (found.has('t') || found.has('i'))
  const streams =
    interactive && process.streams.out.isTerminal
      ? {}
      : {
          streams: {
            out: process.streams.out,
            err: process.streams.err,
            ...(found.has('i') ? { in: process.streams.in } : {}),
          },
        }
  const target = process.machine.as({
    kind: 'service',
    name: service,
    ...(container.own ? { own: container.own.id } : {}),
    ...(isSupervisor ? { isSupervisor } : {}),
  })
  const requested = found.value('u')
  const user = requested === undefined ? undefined : userNamed(target, requested)
  if (requested !== undefined && user === undefined)
    return failed(process, missingUser(target, requested), NO_PROGRAM)
  if (isMissing && !hasProgram(target, words[0] ?? ''))
    return failed(process, noProgram(words[0] ?? ''), NO_PROGRAM)
  const entering = {
    words,
    interactive,
    environment,
    ...(container.own ? { own: container.own.id } : {}),
    ...(isSupervisor ? { isSupervisor } : {}),
    ...(workdir === undefined ? {} : { cwd: workdir }),
    ...(user === undefined ? {} : { user }),
    ...streams,
  }
  if (!found.has('d')) return yield* process.host.enter(service, entering)
  process.host.detach(
    service,
    { ...entering, interactive: false, streams: { in: NOTHING_IN, out: NOWHERE, err: NOWHERE } },
    () => {},
  )
  yield* process.sleep(START_MS)
  return 0
}

/** The exit code of a command that could not be started. */
const NO_PROGRAM = 126

const noProgram = (name: string): string =>
  `OCI runtime exec failed: exec failed: unable to start container process: exec: "${name}": ${name.includes('/') ? `stat ${name}: no such file or directory` : 'executable file not found in $PATH'}: unknown`

/** What every image has. */
const KNOWN_SHELLS = /^(?:\/bin\/)?(?:sh|env)$/

function hasProgram(machine: Machine, name: string): boolean {
  if (!name.includes('/')) return programNamesFor(machine).includes(name)
  return new FileSystem(machine, programNamesFor(machine)).find(name) !== undefined
}

const MAX_WAIT_MS = 60_000
const WAIT_STEP_MS = 250

/** Waits until the container of a service is as it should be, as the engine's command does. */
function* waitForService(process: Process, name: string, isDone: () => boolean): Steps<void> {
  const end = process.kernel.clock.now() + MAX_WAIT_MS
  while (!isDone() && process.kernel.clock.now() < end) yield* process.sleep(WAIT_STEP_MS)
  if (!isDone()) process.err(`Error response from daemon: ${name} has not answered in time\n`)
}

const SIGNALS = 'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM'.split(' ')
/** Signals that end a program that does not handle them otherwise. */
const ENDING: ReadonlySet<string> = new Set(['INT', 'QUIT', 'ABRT', 'KILL', 'SEGV', 'TERM'])

/** The name of a signal that was given by name or number; null when there is none. */
function signalOf(text: string): string | null {
  const name = /^\d+$/.test(text) ? SIGNALS[Number(text) - 1] : text.toUpperCase().replace(/^SIG/, '')
  return name !== undefined && SIGNALS.includes(name) ? name : null
}

const changing =
  (verb: 'start' | 'stop' | 'restart' | 'kill') =>
  (process: Process): Steps<number> =>
    change(process, verb)

function* change(process: Process, verb: 'start' | 'stop' | 'restart' | 'kill'): Steps<number> {
  const found = options(process, 't:s:', { time: 't:', signal: 's:' })
  if (!found) return 125
  if (found.rest.length === 0) return needs(process, verb, 'at least 1 argument')
  const { machine } = process
  const notStarted: string[] = []
  let code = 0
  for (const text of found.rest) {
    const container = findContainer(machine, text)
    if (container?.own) {
      const result = changeOwn(process, container, verb, found.value('s'))
      if (result === 0) process.out(`${text}\n`)
      code = Math.max(code, result)
      continue
    }
    if (verb === 'kill' && signalOf(found.value('s') ?? 'KILL') === null) {
      code = failed(process, `Error response from daemon: Invalid signal: ${found.value('s') ?? ''}`)
      continue
    }
    if (
      container &&
      (!container.service || (verb === 'kill' && !ENDING.has(signalOf(found.value('s') ?? 'KILL') ?? '')))
    ) {
      process.out(`${text}\n`)
      continue
    }
    const serviceName =
      container?.service?.name ?? machine.device().services.find((it) => it.name === text)?.name
    if (serviceName === undefined) {
      code = failed(
        process,
        `Error response from daemon: ${verb === 'kill' ? `Cannot kill container: ${text}: ` : ''}No such container: ${text}`,
      )
      if (verb === 'start') notStarted.push(text)
      continue
    }
    const at = machine.now()
    const kind = verb === 'kill' ? 'restart-service' : (`${verb}-service` as const)
    const result = machine.world.command(machine.index, { kind, serviceName, force: true })
    if (!result.ok) {
      code = failed(process, `Error response from daemon: ${result.message}`)
      continue
    }
    const status = () => machine.device().services.find((it) => it.name === serviceName)?.status
    const startedAt = () => machine.containers().find((it) => it.name === serviceName)?.startedAt ?? 0
    if (verb === 'stop')
      yield* waitForService(process, text, () => status() !== 'Running' && status() !== 'Stopping')
    else if (verb === 'start') yield* waitForService(process, text, () => status() === 'Running')
    else if (verb === 'restart')
      yield* waitForService(process, text, () => status() === 'Running' && startedAt() > at)
    process.out(`${text}\n`)
  }
  if (notStarted.length > 0) process.err(`Error: failed to start containers: ${notStarted.join(', ')}\n`)
  return code
}

function statsRows(process: Process, named: readonly string[]) {
  const { memoryTotal } = process.machine.metrics()
  const processes = process.machine.processes()
  const all = engineContainers(process.machine).filter(
    (it) =>
      it.isRunning &&
      (named.length === 0 || named.some((text) => findContainer(process.machine, text)?.id === it.id)),
  )
  const seconds = (it: EngineContainer) => (process.machine.now() - it.startedAt) / 1000
  return all.map((it) => {
    const found = processes.find((one) => one.pid === it.pid)
    const memory = found?.memory ?? (it.own ? 1.2 : 0)
    const weight = it.service?.plan ? RESOURCE_USAGE[it.service.plan.kind].cpu : it.own ? 0.01 : 2
    return {
      ID: it.id.slice(0, 12),
      Container: it.id.slice(0, 12),
      Name: it.name,
      CPUPerc: `${(found?.cpu ?? 0).toFixed(2)}%`,
      MemUsage: `${memory.toFixed(1)}MiB / ${memoryTotal >= 1024 ? `${(memoryTotal / 1024).toFixed(3)}GiB` : `${memoryTotal}MiB`}`,
      MemPerc: `${((memory * 100) / memoryTotal).toFixed(2)}%`,
      NetIO:
        it.network === 'host'
          ? '0B / 0B'
          : `${decimalSize(Math.round(seconds(it) * 40 * weight))} / ${decimalSize(Math.round(seconds(it) * 55 * weight))}`,
      BlockIO: `${decimalSize(Math.round(seconds(it) * 12 * weight))} / ${decimalSize(Math.round(seconds(it) * 30 * weight))}`,
      PIDs: it.own ? '1' : it.command.includes('node') || it.service === null ? '11' : '3',
    }
  })
}

function* stats(process: Process): Steps<number> {
  const found = options(process, 'a', {
    all: 'a',
    'no-stream': 'once',
    'no-trunc': 'no-trunc',
    format: 'format:',
  })
  if (!found) return 125
  const missing = found.rest.find((it) => !findContainer(process.machine, it))
  if (missing !== undefined)
    return failed(process, `Error response from daemon: No such container: ${missing}`)
  const columns: (readonly [string, string])[] = [
    ['CONTAINER ID', 'ID'],
    ['NAME', 'Name'],
    ['CPU %', 'CPUPerc'],
    ['MEM USAGE / LIMIT', 'MemUsage'],
    ['MEM %', 'MemPerc'],
    ['NET I/O', 'NetIO'],
    ['BLOCK I/O', 'BlockIO'],
    ['PIDS', 'PIDs'],
  ]
  if (found.has('once') || !process.streams.out.isTerminal)
    return list(process, columns, statsRows(process, found.rest), found.value('format'))
  return yield* interactiveScreen(process, 1000, () => {
    const rows = statsRows(process, found.rest).map((row) =>
      columns.map(([, field]) => (row as Readonly<Record<string, string>>)[field] ?? ''),
    )
    return `\x1b[H\x1b[2J${table([columns.map(([title]) => title), ...rows], [], '   ')}`
  })
}

function top(process: Process): number {
  const [text, ...rest] = process.args
  if (text === undefined) return needs(process, 'top', 'at least 1 argument')
  const container = findContainer(process.machine, text)
  if (!container) return failed(process, `Error response from daemon: No such container: ${text}`)
  if (!container.isRunning)
    return failed(process, `Error response from daemon: Container ${container.id} is not running`)
  const found = process.machine.processes().find((it) => it.pid === container.pid)
  const up = Math.floor((process.machine.now() - container.startedAt) / 1000)
  const seconds = Math.round(up * ((found?.cpu ?? 0) / 100))
  const values: Record<string, string> = {
    PID: String(container.pid),
    PPID: String(container.pid - 7),
    USER: 'root',
    TIME: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
    COMMAND: found?.command ?? container.command,
    ARGS: found?.command ?? container.command,
    COMM: (container.command.split(' ')[0] ?? '').replace(/^.*\//, ''),
  }
  const requested = /-?o[ =]?(\S+)/.exec(rest.join(' '))?.[1]
  const names = (requested ?? 'PID,USER,TIME,COMMAND')
    .toUpperCase()
    .replace(/\bCMD\b/g, 'COMMAND')
    .split(',')
  const unknown = names.find((it) => values[it] === undefined)
  if (unknown !== undefined)
    return failed(process, `Error response from daemon: ps: bad -o argument '${unknown.toLowerCase()}'`)
  process.out(table([names, names.map((it) => values[it] ?? '')], [], '                 '))
  return 0
}

/** Nothing outside can be reached: only images that are there are up to date. */
function* pull(process: Process): Steps<number> {
  const [text] = process.args.filter((it) => !it.startsWith('-'))
  if (text === undefined) return needs(process, 'pull', 'exactly 1 argument')
  const known = findImage(process.machine, text)
  process.out(`${text.includes(':') ? '' : 'Using default tag: latest\n'}`)
  yield* process.sleep(900)
  if (known) {
    process.out(
      `latest: Pulling from ${known.repository.replace(/^[^/]*\//, '')}\nDigest: sha256:${known.id}\nStatus: Image is up to date for ${known.repository}:latest\n${known.repository}:latest\n`,
    )
    return 0
  }
  return failed(
    process,
    `Error response from daemon: pull access denied for ${text.replace(/:.*$/, '')}, repository does not exist or may require 'docker login': denied: requested access to the resource is denied`,
  )
}

function remove(process: Process): number {
  const found = options(process, 'fvl', { force: 'f', volumes: 'v' })
  if (!found) return 125
  let code = 0
  for (const text of found.rest) {
    const container = findContainer(process.machine, text)
    if (!container) {
      code = failed(process, `Error: No such container: ${text}`)
      continue
    }
    if (container.isRunning && !found.has('f')) {
      code = failed(
        process,
        `Error response from daemon: You cannot remove a running container ${container.id}. Stop the container before attempting removal or force remove`,
      )
      continue
    }
    if (container.own) {
      process.machine.removeOwn(container.own.id, found.has('v') || container.own.isRemovedAtEnd)
      process.out(`${text}\n`)
      continue
    }
    // The supervisor makes a container that is missing again.
    if (container.service)
      process.machine.world.command(process.machine.index, {
        kind: 'restart-service',
        serviceName: container.service.name,
        force: true,
      })
    process.out(`${text}\n`)
  }
  return code
}

function system(process: Process): number | Steps<number> {
  const [verb, ...args] = process.args
  if (verb === 'info') return info(process)
  if (verb === 'events') return extraSubcommands['events']?.(process.with(args)) ?? 1
  if (verb === 'prune') return prune(process.with(['container']))
  if (verb !== 'df')
    return failed(process, `Usage:  ${process.name} system COMMAND\n\nCommands: df, info, prune`)
  const found = options(process.with(args), 'v', { verbose: 'v', format: 'format:' })
  if (!found) return 125
  const all = imagesOnDisk(process.machine)
  const containers = engineContainers(process.machine)
  const inImages = all.reduce((sum, it) => sum + it.bytes, 0)
  const unused = all.reduce((sum, it) => sum + (it.isUsed ? 0 : it.bytes), 0)
  const used = Math.max(0, process.machine.storageUsed() * 1_048_576 - inImages - 38_000_000)
  if (found.has('v')) return diskUsage(process)
  const ofContainers = containers.reduce((sum, it) => sum + writtenBytes(process.machine, it), 0)
  const stopped = containers.filter((it) => !it.isRunning)
  const reclaimable = stopped.reduce((sum, it) => sum + writtenBytes(process.machine, it), 0)
  const rows = [
    {
      Type: 'Images',
      TotalCount: String(all.length),
      Active: String(all.filter((it) => it.isUsed).length),
      Size: decimalSize(inImages),
      Reclaimable: `${decimalSize(unused)} (${Math.floor((unused * 100) / Math.max(1, inImages))}%)`,
    },
    {
      Type: 'Containers',
      TotalCount: String(containers.length),
      Active: String(containers.filter((it) => it.isRunning).length),
      Size: decimalSize(ofContainers),
      Reclaimable:
        ofContainers === 0
          ? '0B'
          : `${decimalSize(reclaimable)} (${Math.floor((reclaimable * 100) / ofContainers)}%)`,
    },
    {
      Type: 'Local Volumes',
      TotalCount: String(volumes(process).length),
      Active: '1',
      Size: decimalSize(used),
      Reclaimable: '0B (0%)',
    },
    { Type: 'Build Cache', TotalCount: '0', Active: '0', Size: '0B', Reclaimable: '0B' },
  ]
  return list(
    process,
    [
      ['TYPE', 'Type'],
      ['TOTAL', 'TotalCount'],
      ['ACTIVE', 'Active'],
      ['SIZE', 'Size'],
      ['RECLAIMABLE', 'Reclaimable'],
    ],
    rows,
    found.value('format'),
  )
}

/** `system df -v` */
function diskUsage(process: Process): number {
  const { machine } = process
  const now = machine.now()
  const containers = engineContainers(machine)
  const onDisk = imagesOnDisk(machine)
  const unique = (it: EngineImage) => onDisk.find((one) => one.id === it.id)?.bytes ?? 0
  const images = engineImages(machine).map((it) => [
    it.repository,
    it.tag,
    it.id.slice(0, 12),
    `${durationText(now - it.createdAt)} ago`,
    decimalSize(it.bytes),
    decimalSize(Math.max(0, it.bytes - unique(it))),
    decimalSize(unique(it)),
    String(containers.filter(({ imageDigest }) => imageDigest === it.id).length),
  ])
  const rows = containers.map((it) => [
    it.id.slice(0, 12),
    it.imageDigest.slice(0, 12),
    it.command.length <= 20 ? `"${it.command}"` : `"${it.command.slice(0, 19)}…"`,
    String(it.mounts.filter((one) => one.type === 'volume').length),
    decimalSize(writtenBytes(machine, it)),
    `${durationText(now - it.createdAt)} ago`,
    containerStatusText(it, now),
    it.name,
  ])
  const inImages = onDisk.reduce((sum, it) => sum + it.bytes, 0)
  const used = Math.max(0, machine.storageUsed() * 1_048_576 - inImages - 38_000_000)
  const space = volumes(process).map(({ Name }) => [
    Name,
    String(containers.filter((it) => it.mounts.some((one) => one.name === Name)).length),
    OWN_VOLUME.test(`/mnt/data/docker/volumes/${Name}/_data/`) && Name !== `${machine.device().fleetId}_data`
      ? '0B'
      : decimalSize(used),
  ])
  process.out(
    `Images space usage:\n\n${table([['REPOSITORY', 'TAG', 'IMAGE ID', 'CREATED', 'SIZE', 'SHARED SIZE', 'UNIQUE SIZE', 'CONTAINERS'], ...images], [], '   ')}\nContainers space usage:\n\n${table([['CONTAINER ID', 'IMAGE', 'COMMAND', 'LOCAL VOLUMES', 'SIZE', 'CREATED', 'STATUS', 'NAMES'], ...rows], [], '   ')}\nLocal Volumes space usage:\n\n${table([['VOLUME NAME', 'LINKS', 'SIZE'], ...space], [], '   ')}\nBuild cache usage: 0B\n\nCACHE ID   CACHE TYPE   SIZE      CREATED   LAST USED   USAGE     SHARED\n`,
  )
  return 0
}

function engineArch(process: Process): string {
  return { amd64: 'amd64', aarch64: 'arm64' }[process.machine.device().hardware.arch] ?? 'arm'
}

function info(process: Process): number {
  const { machine } = process
  const all = engineContainers(machine)
  const running = all.filter((it) => it.isRunning).length
  const format =
    process.args.find((it) => it.startsWith('{{')) ??
    process.args.find((it) => it.startsWith('--format='))?.slice(9)
  const { hardware, osVersion } = machine.device()
  const values = {
    ID: 'JQ7U:2A4M:WXQO:3D5C:LM2V:SZ6B:XN7P:QY4T:HG5R:DK3E:UA2F:PB6W',
    Containers: all.length,
    ContainersRunning: running,
    ContainersStopped: all.length - running,
    Images: imagesOnDisk(machine).length,
    Driver: 'overlay2',
    LoggingDriver: 'journald',
    CgroupDriver: 'cgroupfs',
    KernelVersion: machine.kernel(),
    OperatingSystem: osVersion.startsWith('balenaOS') ? osVersion : `balenaOS ${osVersion}`,
    OSType: 'linux',
    Architecture: machine.architecture(),
    NCPU: hardware.cores,
    MemTotal: machine.metrics().memoryTotal * 1_048_576,
    DockerRootDir: '/var/lib/docker',
    Name: machine.hostname(),
    ServerVersion: VERSION,
  }
  if (format !== undefined) {
    process.out(`${filled(format, values)}\n`)
    return 0
  }
  process.out(
    `Client:\n Context:    default\n Debug Mode: false\n\nServer:\n Containers: ${values.Containers}\n  Running: ${running}\n  Paused: 0\n  Stopped: ${values.ContainersStopped}\n Images: ${values.Images}\n Server Version: ${VERSION}\n Storage Driver: overlay2\n  Backing Filesystem: extfs\n  Supports d_type: true\n Logging Driver: journald\n Cgroup Driver: cgroupfs\n Cgroup Version: 2\n Kernel Version: ${values.KernelVersion}\n Operating System: ${values.OperatingSystem}\n OSType: linux\n Architecture: ${values.Architecture}\n CPUs: ${values.NCPU}\n Total Memory: ${(values.MemTotal / 1_073_741_824).toFixed(3)}GiB\n Name: ${values.Name}\n ID: ${values.ID}\n Docker Root Dir: /var/lib/docker\n Debug Mode: false\n Experimental: true\n Live Restore Enabled: false\n`,
  )
  return 0
}

function version(process: Process): number {
  const format =
    process.args.find((it) => it.startsWith('{{')) ??
    process.args.find((it) => it.startsWith('--format='))?.slice(9)
  const parts = {
    Version: VERSION,
    ApiVersion: '1.41',
    MinAPIVersion: '1.12',
    GoVersion: 'go1.17.13',
    GitCommit: COMMIT,
    Os: 'linux',
    Arch: engineArch(process),
  }
  if (format !== undefined) {
    process.out(`${filled(format, { Client: parts, Server: parts })}\n`)
    return 0
  }
  const block = (title: string, minimum: string) =>
    `${title}:\n Version:           ${VERSION}\n API version:       1.41${minimum}\n Go version:        go1.17.13\n Git commit:        ${COMMIT}\n OS/Arch:           linux/${parts.Arch}\n`
  process.out(
    `${block('Client', '')}\n${block('Server', ' (minimum version 1.12)')} Experimental:      true\n`,
  )
  return 0
}

/** Options of `ARGUMENTS`' commands whose value follows. */
const VALUED = /^--(?:detach-keys|filter|format|limit)$/

/** What is neither an option nor its value. */
const argumentsIn = (words: readonly string[]): string[] =>
  words.filter((it, i) => !/^-./.test(it) && !VALUED.test(words[i - 1] ?? ''))

function history(process: Process): number {
  const image = findImage(process.machine, argumentsIn(process.args)[0] ?? '')
  if (!image)
    return failed(
      process,
      `Error response from daemon: No such image: ${process.args.at(-1) ?? ''}${/:[^/]*$/.test(process.args.at(-1) ?? '') ? '' : ':latest'}`,
    )
  process.out(
    table(
      [
        ['IMAGE', 'CREATED', 'CREATED BY', 'SIZE', 'COMMENT'],
        [
          image.id.slice(0, 12),
          `${durationText(process.machine.now() - image.createdAt)} ago`,
          '/bin/sh -c #(nop)  CMD',
          '0B',
          '',
        ],
        [
          '<missing>',
          `${durationText(process.machine.now() - image.createdAt)} ago`,
          '/bin/sh -c #(nop) COPY dir:. in /usr/src/app',
          decimalSize(image.bytes),
          '',
        ],
      ],
      [],
      '   ',
    ),
  )
  return 0
}

function port(process: Process): number {
  const container = findContainer(process.machine, process.args[0] ?? '')
  if (!container) return noContainer(process, process.args[0] ?? '')
  for (const [, host = '', inside = ''] of container.ports.matchAll(/(\S+)->([\d]+\/\w+)/g))
    process.out(`${inside} -> ${host}\n`)
  return 0
}

const diffPaths = (process: Process): number => {
  const container = findContainer(process.machine, process.args[0] ?? '')
  if (!container) return noContainer(process, process.args[0] ?? '')
  for (const [path, { gone }] of writtenFiles(process.machine, container).sort(([a], [b]) =>
    a < b ? -1 : 1,
  ))
    process.out(`${gone === true ? 'D' : 'A'} ${path}\n`)
  return 0
}

function* copyFiles(process: Process): Steps<number> {
  const [from = '', to = ''] = process.args.filter((it) => !it.startsWith('-'))
  const split = (text: string): [EngineContainer | undefined, string] => {
    const colon = text.indexOf(':')
    return colon < 0
      ? [undefined, text]
      : [findContainer(process.machine, text.slice(0, colon)), text.slice(colon + 1)]
  }
  const [source, sourcePath] = split(from)
  const [target, targetPath] = split(to)
  if ((source === undefined) === (target === undefined))
    return failed(process, 'must specify at least one container source')
  const container = source ?? target
  const service = container?.own?.service ?? container?.service?.name
  if (service === undefined) return failed(process, `Error: No such container:path: ${from}`)
  const own = container?.own ? { own: container.own.id } : {}
  if (source) {
    const output = new TextOutput()
    const code = yield* process.host.enter(service, {
      ...own,
      words: ['cat', sourcePath],
      interactive: false,
      environment: new Map(),
      streams: { out: output, err: new TextOutput() },
    })
    if (code !== 0) return failed(process, `Error: No such container:path: ${from}`)
    if (targetPath === '-') yield* process.print(output.text)
    const folder = process.find(targetPath)?.kind === 'folder'
    const path = folder
      ? `${process.resolve(targetPath)}/${sourcePath.split('/').at(-1) ?? ''}`
      : process.resolve(targetPath)
    const problem = process.files.write(path, output.text, false)
    return problem === undefined ? 0 : failed(process, `open ${path}: ${problem.toLowerCase()}`)
  }
  const node = process.find(sourcePath)
  if (node?.kind !== 'file')
    return failed(process, `lstat ${process.resolve(sourcePath)}: no such file or directory`)
  const name = sourcePath.split('/').at(-1) ?? ''
  return yield* process.host.enter(service, {
    ...own,
    words: ['sh', '-c', 'if [ -d "$0" ]; then cat > "$0/$1"; else cat > "$0"; fi', targetPath, name],
    interactive: false,
    environment: new Map(),
    streams: { in: new TextInput(node.text()) },
  })
}

const NAMES =
  'attach build commit cp create diff events exec export history images import info inspect kill load login logout logs network pause port ps pull push rename restart rm rmi run save search start stats stop system tag top unpause update version volume wait'

function* waitFor(process: Process): Steps<number> {
  const container = findContainer(process.machine, process.args[0] ?? '')
  if (!container) return noContainer(process, process.args[0] ?? '')
  while (findContainer(process.machine, container.id)?.isRunning === true) yield* process.sleep(1000)
  process.out(
    `${findContainer(process.machine, container.id)?.own?.exitCode ?? (container.own ? 137 : 143)}\n`,
  )
  return 0
}

/** `inspect` of a kind of objects, among their other commands. */
const inspected =
  (type: string, other: (process: Process) => number): Program =>
  (process) =>
    process.args[0] === 'inspect'
      ? inspect(process.with(['--type', type, ...process.args.slice(1)]))
      : other(process)

const SUBCOMMANDS: Readonly<Record<string, Program>> = {
  cp: copyFiles,
  diff: diffPaths,
  exec,
  history,
  images,
  info,
  inspect,
  kill: changing('kill'),
  logs,
  network: inspected('network', network),
  port,
  ps,
  pull,
  restart: changing('restart'),
  rm: remove,
  start: changing('start'),
  stats,
  stop: changing('stop'),
  system,
  top,
  version,
  volume: inspected('volume', volume),
  wait: waitFor,
  ...ownSubcommands,
  ...extraSubcommands,
  ...imageSubcommands,
}

/** `container prune`: removes the stopped containers of users. */
const prune = (process: Process): number => {
  const { machine } = process
  const stopped =
    process.args[0] === 'container' ? engineContainers(machine).filter((it) => it.own && !it.isRunning) : []
  const bytes = stopped.reduce((sum, it) => sum + writtenBytes(machine, it), 0)
  for (const it of stopped) machine.removeOwn(it.id)
  if (stopped.length > 0) process.out(`Deleted Containers:\n${stopped.map((it) => `${it.id}\n`).join('')}\n`)
  process.out(`Total reclaimed space: ${decimalSize(bytes)}\n`)
  return 0
}

const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  container: {
    commit: 'commit',
    run: 'run',
    create: 'create',
    rename: 'rename',
    pause: 'pause',
    unpause: 'unpause',
    ls: 'ps',
    list: 'ps',
    ps: 'ps',
    inspect: 'inspect',
    logs: 'logs',
    exec: 'exec',
    rm: 'rm',
    stop: 'stop',
    start: 'start',
    restart: 'restart',
    kill: 'kill',
    stats: 'stats',
    top: 'top',
    port: 'port',
    cp: 'cp',
    diff: 'diff',
    wait: 'wait',
    prune: 'prune',
  },
  image: {
    ls: 'images',
    list: 'images',
    inspect: 'inspect',
    rm: 'rmi',
    load: 'load',
    save: 'save',
    tag: 'tag',
    pull: 'pull',
    history: 'history',
    prune: 'prune',
  },
}

/** What each command takes, where it says so itself before anything else. */
const ARGUMENTS: Readonly<Record<string, readonly [least: number, most: number, text: string]>> = {
  attach: [1, 1, 'exactly 1 argument'],
  cp: [2, 2, 'exactly 2 arguments'],
  diff: [1, 1, 'exactly 1 argument'],
  history: [1, 1, 'exactly 1 argument'],
  pause: [1, Infinity, 'at least 1 argument'],
  port: [1, 2, 'at least 1 and at most 2 arguments'],
  rename: [2, 2, 'exactly 2 arguments'],
  rm: [1, Infinity, 'at least 1 argument'],
  search: [1, 1, 'exactly 1 argument'],
  unpause: [1, Infinity, 'at least 1 argument'],
  wait: [1, Infinity, 'at least 1 argument'],
}

/** The socket of the device's own engine, by each of its names. */
const OWN_SOCKET = /^unix:\/\/\/(?:var\/)?run\/(?:balena|balena-engine|docker)\.sock$/

function* engine(process: Process): Steps<number> {
  const { name } = process
  let [verb, ...args] = process.args
  if (
    verb === undefined ||
    verb === '--help' ||
    verb === '-h' ||
    (verb === 'help' && !/^[^-]/.test(args[0] ?? ''))
  ) {
    process.out(engineHelp(name))
    return 0
  }
  if (verb === 'help') {
    ;[verb = '', ...args] = [...args, '--help']
  }
  if (verb === '--version' || verb === '-v') {
    process.out(`balenaEngine version ${VERSION}, build ${COMMIT}\n`)
    return 0
  }
  if (verb === '-D' || verb === '--debug') return yield* engine(process.with(args))
  const [, option, value = args[0]] = /^(--config|--host|--log-level|-H|-l)(?:=(.*))?$/.exec(verb) ?? []
  if (option !== undefined && value !== undefined) {
    if (/^(?:-H|--host)$/.test(option) && !OWN_SOCKET.test(value))
      return failed(
        process,
        `Cannot connect to the balenaEngine daemon at ${value}. Is the balenaEngine daemon running?`,
      )
    return yield* engine(process.with(verb.includes('=') ? args : args.slice(1)))
  }
  if (verb.startsWith('-')) {
    const problem = verb.startsWith('--')
      ? `unknown flag: ${verb}`
      : `unknown shorthand flag: '${verb[1] ?? ''}' in ${verb}`
    return failed(process, `${problem}\nSee '${name} --help'.`, MISUSED)
  }
  // Help comes before anything else, but not that of a program in a container.
  const own = ['run', 'exec', 'create'].includes(args[0] ?? '') ? args.slice(0, 2) : args
  const asksForHelp = (['run', 'exec', 'create'].includes(verb) ? args.slice(0, 1) : own).includes('--help')
  const group = valueIn(GROUPS, verb)
  const outer = verb
  const inGroup = groupHelp(name, verb)
  if (inGroup !== null) {
    const [inner] = args
    if (inner === undefined || inner === '--help') {
      process.out(inGroup)
      return 0
    }
    const text = commandHelp(name, `${verb} ${inner}`)
    if (text === null && valueIn(group ?? {}, inner) === undefined && inner !== 'list') {
      process.err(inGroup)
      return 1
    }
    if (asksForHelp && text !== null) {
      process.out(text)
      return 0
    }
  } else if (asksForHelp) {
    const text = commandHelp(name, verb)
    if (text !== null) {
      process.out(text)
      return 0
    }
  }
  if (group) {
    const [inner = 'ls', ...rest] = args
    verb = valueIn(group, inner) ?? `${verb} ${inner}`
    args = rest
  }
  if (group && verb === 'prune')
    return outer === 'image' ? pruneImages(process) : prune(process.with([outer]))
  const run = valueIn(SUBCOMMANDS, verb)
  if (!run) {
    if (NAMES.split(' ').includes(verb))
      return failed(process, `Error response from daemon: ${verb} is not part of the simulation`)
    return failed(process, `${name}: '${verb}' is not a ${name} command.\nSee '${name} --help'`)
  }
  const [least, most, text] = valueIn(ARGUMENTS, verb) ?? [0, Infinity, '']
  const given = argumentsIn(args).length
  if (given < least || given > most) return needs(process, verb, text)
  const command = process.with(args)
  command.subcommand = inGroup === null ? verb : `${outer} ${process.args[1] ?? ''}`.trimEnd()
  const result = run(command)
  const code = typeof result === 'number' ? result : yield* result
  return command.isMisused ? MISUSED : code
}

export const enginePrograms: Record<string, Program> = {
  balena: engine,
  'balena-engine': engine,
  docker: engine,
}
