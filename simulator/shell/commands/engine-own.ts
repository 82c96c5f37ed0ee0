import { LOGGED_LINES, MAX_LOGGED } from '../../views/host-journal.ts'
import { FileSystem } from '../files/file-system.ts'
import { resolvePath } from '../files/paths.ts'
import type { Steps } from '../kernel/kernel.ts'
import { NOTHING_IN, type Output } from '../kernel/streams.ts'
import type { User } from '../machine.ts'
import { options, type Options } from '../options.ts'
import type { OwnContainer, OwnMount } from '../own-containers.ts'
import type { Process, Program } from '../process.ts'
import { missingUser, userNamed } from '../users.ts'
import { needs } from './engine-help.ts'
import { unpackOwnImage } from './engine-images.ts'
import { engineContainers, findContainer, findImage, type EngineContainer } from './engine-objects.ts'

const INVALID = 125

function failed(process: Process, message: string, code = 1): number {
  process.err(`${message}\n`)
  return code
}

const refused = (process: Process, message: string, code = 1): number =>
  failed(process, `Error response from daemon: ${message}`, code)

const nameConflict = ({ name, id }: EngineContainer): string =>
  `Conflict. The container name "/${name}" is already in use by container "${id}". You have to remove (or rename) that container to be able to reuse that name.`

/** Words of the names that the engine gives. */
const ADJECTIVES = 'brave calm eager gentle happy jolly keen kind lucid quiet sharp vivid'.split(' ')
const NOUNS = 'curie darwin euler fermi gauss hopper kepler lovelace newton noether turing volta'.split(' ')

function randomName(process: Process): string {
  const digits = process.machine.randomHex(4)
  const word = (list: readonly string[], at: number) =>
    list[Number.parseInt(digits.slice(at, at + 2), 16) % list.length] ?? ''
  return `${word(ADJECTIVES, 0)}_${word(NOUNS, 2)}`
}

function optionsOf(process: Process): Options | null {
  return options(
    process,
    'dite:v:w:u:p:h:l:m:',
    {
      detach: 'd',
      interactive: 'i',
      tty: 't',
      env: 'e:',
      volume: 'v:',
      mount: 'mount:',
      workdir: 'w:',
      user: 'u:',
      publish: 'p:',
      hostname: 'h:',
      label: 'l:',
      memory: 'm:',
      cpus: 'cpus:',
      rm: 'rm',
      init: 'init',
      name: 'name:',
      network: 'network:',
      net: 'network:',
      pid: 'pid:',
      privileged: 'privileged',
      'cap-add': 'cap-add:',
      device: 'device:',
      restart: 'restart:',
      entrypoint: 'entrypoint:',
      pull: 'pull:',
    },
    { stopsAtFirst: true },
  )
}

/** `8080:80` as `ps` shows it. */
function portsText(given: readonly string[]): string {
  return given
    .map((it) => {
      const [inside = '', outside = inside, address = '0.0.0.0'] = it.split(':').reverse()
      const [port = '', protocol = 'tcp'] = inside.split('/')
      return `${address}:${outside.replace(/\/.*$/, '')}->${port}/${protocol}`
    })
    .join(', ')
}

/** The mounts that were requested for, with their volumes and folders; a message when one is not possible. */
function mountsOf(process: Process, given: readonly string[]): OwnMount[] | string {
  const { machine } = process
  const host = machine.as({ kind: 'host' })
  const files = new FileSystem(host, [])
  const mounts: OwnMount[] = []
  for (const text of given) {
    const isLong = /(?:^|,)(?:type|src|source|dst|destination|target)=/.test(text)
    const fields = new Map(text.split(',').map((it) => [it.split('=')[0] ?? '', it.split('=')[1] ?? 'true']))
    const parts = text.split(':')
    const requested = isLong
      ? (fields.get('target') ?? fields.get('dst') ?? fields.get('destination') ?? '')
      : (parts[1] ?? parts[0] ?? '')
    const target = requested.startsWith('/') ? resolvePath(requested, '/') : requested
    const source = isLong
      ? (fields.get('source') ?? fields.get('src') ?? '')
      : parts.length > 1
        ? (parts[0] ?? '')
        : ''
    const mode = isLong ? '' : (parts[2] ?? '')
    if (parts.length > 3 && !isLong) return `invalid volume specification: '${text}'.`
    if (!target.startsWith('/'))
      return `invalid volume specification: '${text}': invalid mount config for type "${source.startsWith('/') ? 'bind' : 'volume'}": invalid mount path: '${target}' mount path must be absolute.`
    if (target === '/')
      return `invalid volume specification: '${text}': invalid specification: destination can't be '/'.`
    if (mode !== '' && !/^(?:ro|rw|z|Z|,|cached|delegated)+$/.test(mode)) return `invalid mode: ${mode}`
    const isReadOnly = /\bro\b/.test(mode) || fields.has('readonly') || fields.has('ro')
    if (source.startsWith('/')) {
      // The engine names folders of the data partition by another path.
      const path = resolvePath(source, '/').replace(/^\/var\/lib\/docker(?=\/|$)/, '/mnt/data/docker')
      if (!files.find(path)) {
        if (isLong) return `invalid mount config for type "bind": bind source path does not exist: ${source}.`
        const missing = files.makeFolder(path)
        if (missing !== undefined)
          return `error while creating mount source path '${source}': mkdir ${source}: ${missing.toLowerCase()}.`
      }
      mounts.push({ type: 'bind', source: path, target, name: '', isReadOnly })
      continue
    }
    const name = source === '' ? machine.randomHex(64) : source
    if (!/^[A-Za-z0-9][\w.-]+$/.test(name))
      return `create ${name}: "${name}" includes invalid characters for a local volume name, only "[a-zA-Z0-9][a-zA-Z0-9_.-]" are allowed. If you intended to pass a host directory, use absolute path.`
    const folder = `/mnt/data/docker/volumes/${name}`
    if (!files.find(`${folder}/_data`))
      for (const path of ['/', '/_data/']) machine.store(`${folder}${path}`, { text: '', at: machine.now() })
    mounts.push({ type: 'volume', source: `${folder}/_data`, target, name, isReadOnly })
  }
  return mounts
}

/** The user of a container that a user made. */
function userOf(
  { machine }: Process,
  { service, user }: OwnContainer,
): { user: User } | Record<string, never> {
  const found =
    user === undefined ? undefined : userNamed(machine.as({ kind: 'service', name: service }), user)
  return found ? { user: found } : {}
}

/** Makes a container of an image of the device; returns it, or the exit code. */
function* made(process: Process, found: Options): Steps<OwnContainer | number> {
  const { machine } = process
  const verb = 'run'
  const [image, ...given] = found.rest
  if (image === undefined) return needs(process, verb, 'at least 1 argument')
  const known = findImage(machine, image)
  const of = machine.images().find((it) => it.digest === (known?.base ?? known?.id))
  if (!known) {
    const named = image.includes(':') ? image : `${image}:latest`
    process.err(`Unable to find image '${named}' locally\n`)
    yield* process.sleep(900)
    return failed(
      process,
      `${process.name}: Error response from daemon: pull access denied for ${image.replace(/:.*$/, '')}, repository does not exist or may require 'docker login': denied: requested access to the resource is denied.\nSee '${process.name} run --help'.`,
      INVALID,
    )
  }
  const problem = (message: string) =>
    failed(
      process,
      `${process.name}: Error response from daemon: ${message}\nSee '${process.name} run --help'.`,
      INVALID,
    )
  if (of === undefined)
    return problem('OCI runtime create failed: the image of the supervisor has no shell: unknown.')
  const name = found.value('name') ?? randomName(process)
  if (!/^[A-Za-z0-9][\w.-]+$/.test(name))
    return problem(`Invalid container name (${name}), only [a-zA-Z0-9][a-zA-Z0-9_.-] are allowed.`)
  const other = engineContainers(machine).find((it) => it.name === name)
  if (other) return problem(nameConflict(other))
  const restart = found.value('restart') ?? 'no'
  if (!/^(?:no|always|unless-stopped|on-failure(?::\d+)?)$/.test(restart))
    return problem(`invalid restart policy '${restart}'.`)
  const pairs = (letter: string) =>
    Object.fromEntries(
      found.values(letter).map((it): [string, string] => {
        const equals = it.indexOf('=')
        return equals < 0
          ? [it, letter === 'e' ? (process.environment.get(it) ?? '') : '']
          : [it.slice(0, equals), it.slice(equals + 1)]
      }),
    )
  const mounts = mountsOf(process, [...found.values('v'), ...found.values('mount')])
  if (typeof mounts === 'string') return problem(mounts)
  const requested = found.value('u')
  const machineOfImage = machine.as({ kind: 'service', name: of.name })
  if (requested !== undefined && userNamed(machineOfImage, requested) === undefined)
    return problem(missingUser(machineOfImage, requested))
  const entry = found.value('entrypoint')
  const id = machine.randomHex(64)
  if (known.base !== undefined && known.base !== known.id) unpackOwnImage(machine, known.id, id)
  return {
    id,
    name,
    service: of.name,
    imageDigest: known.id,
    image,
    words: [...(entry === undefined ? [] : [entry]), ...given],
    createdAt: machine.now(),
    startedAt: null,
    finishedAt: null,
    exitCode: 0,
    isRunning: false,
    isPaused: false,
    environment: pairs('e'),
    labels: pairs('l'),
    restart,
    isRemovedAtEnd: found.has('rm'),
    ports: portsText(found.values('p')),
    network: found.value('network') ?? 'bridge',
    hostname: found.value('h') ?? id.slice(0, 12),
    workdir: found.value('w') ?? '',
    mounts,
    ...(requested === undefined ? {} : { user: requested }),
  }
}

/** Writes each line of a container to the journal, as the engine's driver does. */
function journalOutput({ machine }: Process, id: string, priority: number, also?: Output): Output {
  let rest = ''
  const keep = (lines: readonly string[]) => {
    const text = lines.map((it) => `${machine.now()} ${priority} ${id.slice(0, 12)} ${it}\n`).join('')
    if (text !== '')
      machine.store(LOGGED_LINES, {
        text: `${machine.stored().get(LOGGED_LINES)?.text ?? ''}${text}`.slice(-MAX_LOGGED),
        at: machine.now(),
      })
  }
  return {
    isTerminal: false,
    write(text) {
      also?.write(text)
      const lines = `${rest}${text}`.split('\n')
      rest = lines.pop() ?? ''
      keep(lines)
    },
    isFull: () => also?.isFull() === true,
    close() {
      if (rest !== '') keep([rest])
      rest = ''
    },
  }
}

/** Notes that a container has ended, unless a user has stopped, removed or started it again before. */
function ended(process: Process, { id, startedAt }: OwnContainer, code: number): void {
  const { machine } = process
  const it = machine.ownContainers().find((one) => one.id === id)
  if (it?.isRunning !== true || it.startedAt !== startedAt) return
  if (it.isRemovedAtEnd) machine.removeOwn(id)
  else machine.keepOwn({ ...it, isRunning: false, exitCode: code, finishedAt: machine.now() })
}

/** How long the engine needs to start one. */
export const START_MS = 300

/** Starts a container in the background. */
function start(process: Process, container: OwnContainer): number {
  const { machine } = process
  const running: OwnContainer = {
    ...container,
    isRunning: true,
    isPaused: false,
    // The time tells this start from the one before.
    startedAt: Math.max(machine.now(), (container.startedAt ?? -1) + 1),
    finishedAt: null,
  }
  const problem = machine.keepOwn(running)
  if (problem !== undefined) return refused(process, problem.toLowerCase(), INVALID)
  // The image's own command is a service, which runs until it is stopped.
  const words = running.words.length > 0 ? running.words : ['sleep', '315360000']
  const outputs = [6, 3].map((priority) => journalOutput(process, running.id, priority))
  const [out, err] = outputs
  process.host.detach(
    running.service,
    {
      own: running.id,
      ...userOf(process, running),
      words,
      interactive: false,
      environment: new Map(Object.entries(running.environment)),
      ...(running.workdir === '' ? {} : { cwd: running.workdir }),
      streams: { in: NOTHING_IN, ...(out && err ? { out, err } : {}) },
    },
    (code) => {
      for (const it of outputs) it.close()
      ended(process, running, code)
    },
  )
  return 0
}

function* run(process: Process): Steps<number> {
  const found = optionsOf(process)
  if (!found) return INVALID
  const container = yield* made(process, found)
  if (typeof container === 'number') return container
  const { machine } = process
  if (found.has('d')) {
    const code = start(process, container)
    if (code !== 0) return code
    yield* process.sleep(START_MS)
    process.out(`${container.id}\n`)
    return 0
  }
  const running: OwnContainer = { ...container, isRunning: true, startedAt: machine.now() }
  const problem = machine.keepOwn(running)
  if (problem !== undefined) return refused(process, problem.toLowerCase(), INVALID)
  const interactive = process.streams.in.isTerminal && process.streams.out.isTerminal && found.has('t')
  const { words, workdir } = container
  let code = 137
  try {
    code = yield* process.host.enter(container.service, {
      own: container.id,
      ...userOf(process, container),
      words: words.length === 0 ? ['sh'] : words,
      interactive,
      environment: new Map(Object.entries(container.environment)),
      ...(workdir === '' ? {} : { cwd: workdir }),
      ...(interactive
        ? {}
        : {
            streams: {
              out: journalOutput(process, container.id, 6, process.streams.out),
              err: journalOutput(process, container.id, 3, process.streams.err),
              ...(found.has('i') ? { in: process.streams.in } : {}),
            },
          }),
    })
  } finally {
    ended(process, running, code)
  }
  return code
}

function* create(process: Process): Steps<number> {
  const found = optionsOf(process)
  if (!found) return INVALID
  const container = yield* made(process, found)
  if (typeof container === 'number') return container
  const problem = process.machine.keepOwn(container)
  if (problem !== undefined) return refused(process, problem.toLowerCase(), INVALID)
  process.out(`${container.id}\n`)
  return 0
}

/** `start`, `stop`, `restart` and `kill` of a container that a user made. */
export function changeOwn(
  process: Process,
  { own, id }: EngineContainer,
  verb: 'start' | 'stop' | 'restart' | 'kill',
  signal: string | undefined,
): number {
  const { machine } = process
  if (!own) return 1
  const stop = (exitCode: number) => {
    if (own.isRemovedAtEnd && verb !== 'restart') machine.removeOwn(id)
    else machine.keepOwn({ ...own, isRunning: false, isPaused: false, exitCode, finishedAt: machine.now() })
  }
  if (verb === 'kill' && !own.isRunning)
    return refused(process, `Cannot kill container: ${own.name}: Container ${id} is not running`)
  if (verb === 'kill') {
    if (signal === undefined || /^(?:SIG)?(?:KILL|TERM|INT|QUIT|9|15|2|3)$/i.test(signal)) stop(137)
    return 0
  }
  if (verb === 'start') return own.isRunning ? 0 : start(process, own)
  // Programs without a handler for it, as the first process, end only when they are killed.
  if (own.isRunning) stop(137)
  return verb === 'restart' ? start(process, own) : 0
}

function eachOwn(process: Process, verb: string, change: (own: OwnContainer) => number): number {
  if (process.args.length === 0) return needs(process, verb, 'at least 1 argument')
  let code = 0
  for (const text of process.args) {
    const container = findContainer(process.machine, text)
    if (!container) code = refused(process, `No such container: ${text}`)
    else if (!container.own)
      code = refused(process, `${verb} of a container of the supervisor is not part of the simulation`)
    else {
      const result = change(container.own)
      if (result === 0) process.out(`${text}\n`)
      else code = result
    }
  }
  return code
}

const pausing =
  (isPaused: boolean): Program =>
  (process) =>
    eachOwn(process, isPaused ? 'pause' : 'unpause', (own) => {
      if (!own.isRunning) return refused(process, `Container ${own.id} is not running`)
      if (own.isPaused === isPaused)
        return refused(process, `Container ${own.id} is ${isPaused ? 'already' : 'not'} paused`)
      process.machine.keepOwn({ ...own, isPaused })
      return 0
    })

function refusedName(process: Process, text: string, message: string): number {
  const code = refused(process, message)
  process.err(`Error: failed to rename container named ${text}\n`)
  return code
}

const rename: Program = (process) => {
  const [text = '', name = ''] = process.args
  const container = findContainer(process.machine, text)
  if (!container) return refusedName(process, text, `No such container: ${text}`)
  if (!container.own)
    return refusedName(process, text, 'rename of a container of the supervisor is not part of the simulation')
  if (!/^[A-Za-z0-9][\w.-]+$/.test(name))
    return refusedName(
      process,
      text,
      `Invalid container name (${name}), only [a-zA-Z0-9][a-zA-Z0-9_.-] are allowed`,
    )
  if (name === container.name)
    return refusedName(process, text, 'Renaming a container with the same name as its current name')
  const other = engineContainers(process.machine).find((it) => it.name === name)
  if (other) return refusedName(process, text, nameConflict(other))
  process.machine.keepOwn({ ...container.own, name })
  return 0
}

export const ownSubcommands: Readonly<Record<string, Program>> = {
  create,
  pause: pausing(true),
  rename,
  run,
  unpause: pausing(false),
}
