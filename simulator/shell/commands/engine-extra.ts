import { cloudHost } from '../../definition/identity.ts'
import type { LogLine } from '../../device/device-state.ts'
import type { Steps } from '../kernel/kernel.ts'
import { readLine } from '../kernel/streams.ts'
import { options } from '../options.ts'
import type { Process, Program } from '../process.ts'
import { parseDate } from './files.ts'
import { followLogs } from './log-following.ts'
import { nanoStamp } from './time-text.ts'

function failed(process: Process, message: string, code = 1): number {
  process.err(`${message}\n`)
  return code
}

const INDEX = 'https://index.docker.io/v1/'

function* login(process: Process): Steps<number> {
  const found = options(process, 'u:p:', { username: 'u:', password: 'p:', 'password-stdin': 'stdin' })
  if (!found) return 125
  const { machine, streams } = process
  const [server = INDEX] = found.rest
  let name = found.value('u')
  let password = found.value('p')
  if (password !== undefined)
    process.err('WARNING! Using --password via the CLI is insecure. Use --password-stdin.\n')
  if (found.has('stdin')) {
    if (name === undefined) return failed(process, 'Must provide --username with --password-stdin')
    password = ((yield* readLine(streams.in)) ?? '').trimEnd()
  }
  if ((name === undefined || password === undefined) && !streams.in.isTerminal)
    return failed(process, 'Error: Cannot perform an interactive login from a non TTY device')
  if (name === undefined) {
    if (server === INDEX)
      process.out(
        "Login with your Docker ID to push and pull images from Docker Hub. If you don't have a Docker ID, head over to https://hub.docker.com to create one.\n",
      )
    process.out('Username: ')
    name = ((yield* readLine(streams.in)) ?? '').trim()
  }
  if (password === undefined) {
    process.out('Password: ')
    password = ((yield* readLine(streams.in)) ?? '').trim()
    process.out('\n')
  }
  yield* process.sleep(700)
  const isOwn =
    server.replace(/^https:\/\//, '') === cloudHost('registry2') &&
    name === `d_${machine.device().uuid}` &&
    password === machine.deviceKey()
  if (!isOwn)
    return failed(
      process,
      `Error response from daemon: Get "https://${server === INDEX ? 'registry-1.docker.io' : server.replace(/^https:\/\//, '')}/v2/": unauthorized: incorrect username or password`,
    )
  process.out(
    `WARNING! Your password will be stored unencrypted in ${machine.home()}/.docker/config.json.\nConfigure a credential helper to remove this warning. See\nhttps://docs.docker.com/engine/reference/commandline/login/#credentials-store\n\nLogin Succeeded\n`,
  )
  return 0
}

function logout(process: Process): number {
  const [server = INDEX] = process.args
  process.out(`Removing login credentials for ${server}\nNot logged in to ${server}\n`)
  return 0
}

/** The actions of the engine behind a line of the supervisor. */
const ACTIONS: readonly (readonly [start: string, type: 'container' | 'image', ...actions: string[]])[] = [
  ['Downloaded image', 'image', 'pull'],
  ['Deleted image', 'image', 'untag', 'delete'],
  ['Installed service', 'container', 'create'],
  ['Started service', 'container', 'start'],
  ['Killed service', 'container', 'kill', 'die', 'stop', 'destroy'],
]

interface Event {
  at: number
  type: 'container' | 'image'
  action: string
  id: string
  name: string
  image: string
}

/** What the engine did for the supervisor. */
function engineEvents(process: Process, { at, isSystem, message }: LogLine): Event[] {
  const found = isSystem ? ACTIONS.find(([start]) => message.startsWith(start)) : undefined
  if (!found) return []
  const [, type, ...actions] = found
  const subject = /'([^']*)'/.exec(message)?.[1] ?? ''
  const [name = '', digest = ''] = subject.split(' sha256:')
  const container = process.machine.containers().find((it) => it.name === name)
  const isCurrent = process.machine.images().some((it) => it.digest === digest && it.name === name)
  return actions.map((action, i) => ({
    at: at + i,
    type,
    action,
    id: type === 'image' ? subject : isCurrent && container ? container.fullId : digest,
    name: type === 'image' ? subject : isCurrent && container ? container.containerName : name,
    image: type === 'image' ? subject : `sha256:${digest}`,
  }))
}

const EXTRA: Readonly<Record<string, string>> = { kill: ', signal=15', die: ', exitCode=143' }

function eventText({ at, type, action, id, name, image }: Event, asJson: boolean): string {
  if (asJson)
    return `${JSON.stringify({ status: action, id, from: image, Type: type, Action: action, Actor: { ID: id, Attributes: { image, name } }, scope: 'local', time: Math.floor(at / 1000), timeNano: Math.floor(at) * 1e6 })}\n`
  const attributes =
    type === 'image'
      ? `name=${name}`
      : `${(EXTRA[action] ?? '').slice(2)}${EXTRA[action] === undefined ? '' : ', '}image=${image}, name=${name}`
  return `${nanoStamp(at)} ${type} ${action} ${id} (${attributes})\n`
}

function* events(process: Process): Steps<number> {
  const found = options(process, 'f:', { since: 'since:', until: 'until:', filter: 'f:', format: 'format:' })
  if (!found) return 125
  const { machine } = process
  const format = found.value('format')
  if (format !== undefined && format !== '{{json .}}')
    return failed(process, `template parsing error: only {{json .}} is known here`, 64)
  const now = machine.ownTime()
  const time = (name: string): number | null | undefined => {
    const text = found.value(name)
    if (text === undefined) return undefined
    const duration = /^(\d+)([smh])$/.exec(text)
    if (duration)
      return now - Number(duration[1]) * ({ s: 1, m: 60, h: 3600 }[duration[2] ?? 's'] ?? 1) * 1000
    return /^\d+$/.test(text) ? Number(text) * 1000 : parseDate(text, now)
  }
  const since = time('since')
  const until = time('until')
  if (since === null || until === null)
    return failed(process, `Error response from daemon: failed to parse value as time or duration`)
  const filters = found.values('f').map((it) => it.split('=') as [string, string | undefined])
  const wanted = (event: Event) =>
    filters.every(([key, value = '']) =>
      key === 'type'
        ? event.type === value
        : key === 'event'
          ? event.action === value
          : key === 'container' || key === 'image'
            ? event.id.startsWith(value) || event.name.startsWith(value)
            : true,
    )
  const show = (line: LogLine) =>
    engineEvents(process, line)
      .filter((it) => wanted(it) && (until === undefined || it.at <= until))
      .map((it) => eventText(it, format !== undefined))
      .join('')
  if (since !== undefined || until !== undefined) {
    const lines = machine.logs({ after: (since ?? now) - machine.device().clockSkewMs - 1 })
    yield* process.print(lines.map(show).join(''))
  }
  if (until !== undefined && until <= now) return 0
  yield* followLogs(process, show, until === undefined ? until : until - machine.device().clockSkewMs)
  return 0
}

/** Commands of the engine that a support engineer types now and then. */
export const extraSubcommands: Readonly<Record<string, Program>> = { events, login, logout }
