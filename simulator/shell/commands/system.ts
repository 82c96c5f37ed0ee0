import { civil, formatDate, isoDate, longDate, timeOfDay, two } from '../../base/calendar.ts'
import type { Steps } from '../kernel/kernel.ts'
import type { Machine } from '../machine.ts'
import { fixedRow, human, options, type Options } from '../options.ts'
import { runProgram, type Process, type Program } from '../process.ts'
import { userNamed } from '../users.ts'
import { parseDate } from './files.ts'
import { signalNumber } from './processes.ts'

const MIB = 1_048_576

function uptimeText(machine: Machine): string {
  const now = machine.now()
  const minutes = Math.floor((now - machine.bootedAt()) / 60_000)
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor(minutes / 60) % 24
  const clock =
    hours > 0
      ? `${String(hours).padStart(2)}:${String(minutes % 60).padStart(2, '0')}`
      : `${minutes % 60} min`
  const since = days > 0 ? `${days} day${days === 1 ? '' : 's'}, ${clock}` : clock
  return ` ${timeOfDay(machine.ownTime())} up ${since},  load average: ${machine.load().join(', ')}`
}

const uptime: Program = (process) => {
  const { machine } = process
  if (process.args[0] === '-s')
    process.out(`${isoDate(machine.bootedAt())} ${timeOfDay(machine.bootedAt())}\n`)
  else if (process.args[0] === '-p')
    process.out(
      `up ${uptimeText(machine)
        .replace(/^.* up /, '')
        .replace(/,  load.*$/, '')}\n`,
    )
  else process.out(`${uptimeText(machine)}\n`)
  return 0
}

/** How much `date -I` shows. */
/** What the kernel takes as the time, in the year 2232. */
const LAST_DATE = 8_277_292_036_000

const ISO_FORMATS: Readonly<Record<string, string>> = {
  date: '%F',
  hours: '%FT%H+00:00',
  minutes: '%FT%R+00:00',
  seconds: '%FT%T+00:00',
  ns: '%FT%T,%N+00:00',
}

/** MMDDhhmm[[CC]YY][.ss], as `date` takes it without an option. */
function compactDate(text: string, now: number): number | null {
  const match = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d(?:\d\d)?)?(?:\.(\d\d))?$/.exec(text)
  if (!match) return null
  const [, month, day, hour, minute, year = String(civil(now).year), second = '00'] = match
  return parseDate(
    `${year.length === 2 ? `20${year}` : year}-${month ?? ''}-${day ?? ''} ${hour ?? ''}:${minute ?? ''}:${second}`,
    now,
  )
}

const date: Program = (process) => {
  const args = process.args.map((it) => it.replace(/^(-u?I)(?=.)|^--iso-8601$/, '--iso-8601='))
  const found = options(process.with(args), 'uRId:s:r:D:', {
    utc: 'u',
    universal: 'u',
    date: 'd:',
    reference: 'r:',
    set: 's:',
    'iso-8601': 'iso:',
    'rfc-2822': 'R',
    'rfc-email': 'R',
    rfc: 'R',
  })
  if (!found) return 1
  const { machine } = process
  let at = machine.ownTime()
  const text = found.value('d')
  if (text !== undefined) {
    const parsed = parseDate(text, at)
    if (parsed === null) return process.fail(`invalid date '${text}'`)
    at = parsed
  }
  const file = found.value('r')
  if (file !== undefined) {
    const node = process.find(file)
    if (!node) return process.fail(`${file}: No such file or directory`)
    at = node.at
  }
  const format = found.rest.find((it) => it.startsWith('+'))
  const given = found.value('s') ?? found.rest.find((it) => !it.startsWith('+'))
  if (given !== undefined) {
    const parsed = found.has('s') ? parseDate(given, at) : compactDate(given, at)
    if (parsed === null) return process.fail(`invalid date '${given}'`)
    if (!machine.isHost()) {
      process.fail('cannot set date: Operation not permitted')
      process.out(`${longDate(parsed)}\n`)
      return 1
    }
    if (parsed < 0 || parsed > LAST_DATE) {
      process.fail('cannot set date: Invalid argument')
      process.out(`${longDate(parsed)}\n`)
      return 1
    }
    machine.setClock(parsed)
    at = parsed
  }
  if (found.has('R')) process.out(`${formatDate('%a, %d %b %Y %T', at)} +0000\n`)
  else if (found.has('I') || found.has('iso')) {
    const wanted = found.value('iso') ?? ''
    const iso = Object.entries(ISO_FORMATS).find(([name]) => name.startsWith(wanted))?.[1]
    if (iso === undefined) return process.fail(`invalid argument '${wanted}'`)
    process.out(`${formatDate(iso, at)}\n`)
  } else process.out(`${format ? formatDate(format.slice(1), at) : longDate(at)}\n`)
  return 0
}

const hostname: Program = (process) => {
  const [first] = process.args
  const { machine } = process
  if (first === '-i' || first === '-I') process.out(`${machine.device().ipAddress.split(' ')[0] ?? ''}\n`)
  else if (first !== undefined && !first.startsWith('-'))
    return process.fail('sethostname: Operation not permitted')
  else process.out(`${machine.hostname()}\n`)
  return 0
}

const groups: Program = (process) => {
  const { name, gid } = process.machine.user
  process.out(`${gid === 0 ? 'root' : (name ?? gid)}\n`)
  return 0
}

const whoami: Program = (process) => {
  const { uid, name } = process.machine.user
  if (name === null)
    return process.fail(process.isBusybox ? `unknown uid ${uid}` : `cannot find name for user ID ${uid}`)
  process.out(`${name}\n`)
  return 0
}

const id: Program = (process) => {
  const found = options(process, 'ugGnr')
  if (!found) return 1
  const [requested] = found.rest
  const user = requested === undefined ? process.machine.user : userNamed(process.machine, requested)
  if (user?.name === null && requested !== undefined) return process.fail(`unknown user ${requested}`)
  if (!user) return process.fail(`unknown user ${requested ?? ''}`)
  const group = user.gid === 0 ? 'root' : user.gid === user.uid ? user.name : null
  const shown = (number: number, name: string | null) => `${number}${name === null ? '' : `(${name})`}`
  if (found.has('u')) process.out(found.has('n') ? `${user.name ?? user.uid}\n` : `${user.uid}\n`)
  else if (found.has('g') || found.has('G'))
    process.out(found.has('n') ? `${group ?? user.gid}\n` : `${user.gid}\n`)
  else
    process.out(
      `uid=${shown(user.uid, user.name)} gid=${shown(user.gid, group)} groups=${shown(user.gid, group)}\n`,
    )
  return 0
}

const uname: Program = (process) => {
  const found = options(process, 'asnrvmpio', { all: 'a' })
  if (!found) return 1
  const { machine } = process
  const fields: [string, string][] = [
    ['s', 'Linux'],
    ['n', machine.hostname()],
    ['r', machine.kernel()],
    ['v', '#1 SMP PREEMPT'],
    ['m', machine.architecture()],
    ['o', 'GNU/Linux'],
  ]
  const none = !'snrvmpioa'.split('').some((it) => found.has(it))
  const selected = fields.filter(([flag]) => found.has('a') || found.has(flag) || (none && flag === 's'))
  process.out(`${selected.map(([, value]) => value).join(' ')}\n`)
  return 0
}

const arch: Program = (process) => {
  process.out(`${process.machine.architecture()}\n`)
  return 0
}

function* free(process: Process): Steps<number> {
  const found = options(process, 'hmkgbtws:c:', { human: 'h', mega: 'm', seconds: 's:', count: 'c:' })
  if (!found) return 1
  const seconds = Number(found.value('s') ?? 1)
  const times = found.has('c') ? Number(found.value('c')) : found.has('s') ? Infinity : 1
  if (!(seconds > 0) || !(times >= 1)) return process.fail('invalid number')
  for (let n = 0; n < times; n++) {
    if (n > 0) {
      yield* process.sleep(seconds * 1000)
      process.out('\n')
    }
    showMemory(process, found)
  }
  return 0
}

function showMemory(process: Process, found: Options): void {
  const { memoryTotal, memoryUsage } = process.machine.metrics()
  const rest = memoryTotal - memoryUsage
  const cache = Math.floor(rest * 0.55)
  const show = (mib: number) => {
    if (found.has('h')) return mib === 0 ? '0' : human(mib * MIB)
    if (found.has('g')) return String(Math.floor(mib / 1024))
    return String(found.has('m') ? mib : found.has('b') ? mib * MIB : mib * 1024)
  }
  const line = (name: string, values: readonly string[]) =>
    `${name.padEnd(7)}${fixedRow([12, 11, 11, 11, 11, 11], values)}\n`
  const values = [memoryTotal, memoryUsage, rest - cache, Math.min(9, rest), cache, rest]
  process.out(line('', ['total', 'used', 'free', 'shared', 'buff/cache', 'available']))
  process.out(line('Mem:', values.map(show)))
  process.out(line('Swap:', [0, 0, 0].map(show)))
}

const KERNEL_LEVELS = ['emerg', 'alert', 'crit', 'err', 'warn', 'notice', 'info', 'debug']

function* dmesg(process: Process): Steps<number> {
  const { machine } = process
  if (!machine.isHost()) return process.fail('klogctl: Operation not permitted')
  const found = options(process, 'cCn:s:rTwHl:xt', { follow: 'w', level: 'l:', ctime: 'T', human: 'H' })
  if (!found) return 1
  const levels = found.value('l')?.split(',')
  const bad = levels?.find((it) => !KERNEL_LEVELS.includes(it))
  if (bad !== undefined) return process.fail(`unknown level '${bad}'`)
  const booted = machine.bootedAt() + machine.device().clockSkewMs
  const stamp = (at: number) =>
    found.has('T') ? longDate(at).replace(' UTC', '') : ((at - booted) / 1000).toFixed(6).padStart(12)
  process.out(
    machine
      .kernelMessages()
      .filter(({ priority }) => levels?.includes(KERNEL_LEVELS[priority] ?? '') !== false)
      .map(({ at, message }) =>
        found.has('t') || found.has('r') ? `${message}\n` : `[${stamp(at)}] ${message}\n`,
      )
      .join(''),
  )
  if (!found.has('w')) return 0
  // Waits for more until it is interrupted; messages of the kernel are rare.
  for (let seen = machine.kernelMessages().length; ;) {
    yield* process.sleep(60_000)
    const entries = machine.kernelMessages()
    for (const { at, message } of entries.slice(seen)) process.out(`[${stamp(at)}] ${message}\n`)
    seen = entries.length
  }
}

/** Reboots or shuts down the device, which ends the session. */
const goDown =
  (kind: 'reboot' | 'shutdown'): Program =>
  (process) => {
    const { machine, args } = process
    if (!machine.isHost()) return process.fail('Operation not permitted')
    machine.now()
    const restarts = kind === 'reboot' || args.includes('-r')
    if (args.includes('-c')) return 0
    const result = machine.world.command(machine.index, {
      kind: restarts ? 'reboot' : 'shutdown',
      force: true,
    })
    return result.ok ? 0 : process.fail(result.message)
  }

const nproc: Program = (process) => {
  process.out(`${process.machine.device().hardware.cores}\n`)
  return 0
}

const stty: Program = (process) => {
  if (process.args[0] === 'size') process.out(`${process.rows} ${process.cols}\n`)
  else if (process.args.length === 0 || process.args[0] === '-a')
    process.out(`speed 38400 baud; rows ${process.rows}; columns ${process.cols}; line = 0;\n`)
  return 0
}

const tty: Program = (process) => {
  process.out(process.streams.in.isTerminal ? '/dev/pts/0\n' : 'not a tty\n')
  return process.streams.in.isTerminal ? 0 : 1
}

const who: Program = (process) => {
  process.out(
    `root            pts/0           00:00   ${formatDate('%b %d %H:%M:%S', process.machine.now())}\n`,
  )
  return 0
}

const w: Program = (process) => {
  process.out(
    `${uptimeText(process.machine)}\nUSER     TTY      LOGIN@   IDLE   WHAT\nroot     pts/0    ${timeOfDay(process.machine.now()).slice(0, 5)}    0.00s  w\n`,
  )
  return 0
}

const sysctl: Program = (process) => {
  const found = options(process, 'anewp')
  if (!found) return 1
  const all = {
    'kernel.hostname': process.machine.hostname(),
    'kernel.osrelease': process.machine.kernel(),
    'kernel.ostype': 'Linux',
    'net.ipv4.ip_forward': '1',
    'vm.overcommit_memory': '0',
    'vm.swappiness': '60',
  }
  const values = new Map(Object.entries(all))
  if (found.has('a')) for (const [name, value] of values) process.out(`${name} = ${value}\n`)
  let code = 0
  for (const name of found.rest) {
    if (name.includes('=')) {
      code = process.fail(`error setting key '${name.split('=')[0] ?? ''}': Read-only file system`)
      continue
    }
    const value = values.get(name.replaceAll('/', '.'))
    if (value === undefined)
      code = process.fail(`error: '/proc/sys/${name.replaceAll('.', '/')}' is an unknown key`)
    else process.out(found.has('n') ? `${value}\n` : `${name} = ${value}\n`)
  }
  return code
}

function* sleep(process: Process): Steps<number> {
  let ms = 0
  if (process.args.length === 0) return process.fail('missing operand')
  for (const arg of process.args) {
    const match = /^(\d+\.?\d*|\.\d+)([smhd]?)$/.exec(arg)
    if (!match) return process.fail(`invalid number '${arg}'`)
    ms += Number(match[1]) * 1000 * ({ '': 1, s: 1, m: 60, h: 3600, d: 86_400 }[match[2] ?? ''] ?? 1)
  }
  yield* process.sleep(ms)
  return 0
}

function* watch(process: Process): Steps<number> {
  const found = options(process, 'n:dtex', { interval: 'n:' }, { stopsAtFirst: true })
  if (!found) return 1
  if (found.rest.length === 0) return process.fail('missing operand')
  const interval = Math.max(100, Number(found.value('n') ?? 2) * 1000)
  const text = found.rest.join(' ')
  for (;;) {
    const title = `Every ${(interval / 1000).toFixed(1)}s: ${text}`
    const stamp = longDate(process.machine.ownTime()).replace(' UTC', '')
    process.out('\x1b[H\x1b[2J')
    if (!found.has('t'))
      process.out(`${title}${stamp.padStart(Math.max(stamp.length + 1, process.cols - title.length))}\n\n`)
    yield* process.host.shell(text, { streams: process.streams, cwd: process.cwd })
    yield* process.sleep(interval)
  }
}

function* timeout(process: Process): Steps<number> {
  const found = options(process, 's:k:t:', {}, { stopsAtFirst: true })
  if (!found) return 1
  const [limit = '', ...words] = found.has('t') ? [found.value('t') ?? '', ...found.rest] : found.rest
  const match = /^(\d+\.?\d*)([smhd]?)$/.exec(limit)
  if (words.length === 0) return process.fail('missing operand')
  if (!match) return process.fail(`invalid number '${limit}'`)
  const ms = Number(match[1]) * 1000 * ({ '': 1, s: 1, m: 60, h: 3600, d: 86_400 }[match[2] ?? ''] ?? 1)
  const signal = signalNumber(found.value('s') ?? 'TERM') ?? 15
  const task = process.kernel.spawn(
    words.join(' '),
    runProgram(process, words, { streams: process.streams, cwd: process.cwd }),
  )
  const end = process.kernel.clock.now() + ms
  const timer = process.kernel.spawn('timeout', alarm(process, end))
  try {
    yield () => task.code !== null || timer.code !== null
    if (task.code === null) {
      process.kernel.signal(task, signal)
      yield () => task.code !== null
      return signal !== 9 && process.machine.userland() === 'debian' ? 124 : 128 + signal
    }
    return task.code
  } finally {
    process.kernel.signal(timer, 9)
    process.kernel.signal(task, 9)
  }
}

function* alarm(process: Process, at: number): Steps<number> {
  yield* process.kernel.until(at)
  return 0
}

function* nohup(process: Process): Steps<number> {
  return yield* runProgram(process, process.args, { streams: process.streams, cwd: process.cwd })
}

const hwclock: Program = (process) => {
  process.out(`${longDate(process.machine.ownTime()).replace(' UTC', '')}  0.000000 seconds\n`)
  return 0
}

const cal: Program = (process) => {
  const today = civil(process.machine.ownTime())
  const given = process.args.filter((it) => /^\d+$/.test(it)).map(Number)
  const [a, b] = given
  const year = b ?? a ?? today.year
  const month = b === undefined ? today.month : (a ?? today.month)
  if (month < 1 || month > 12) return process.fail(`number ${month} is not in 1..12 range`)
  if (year < 1 || year > 9999) return process.fail(`number ${year} is not in 1..9999 range`)
  const first = parseDate(`${year}-${two(month)}-01`, 0) ?? 0
  const next = parseDate(month === 12 ? `${year + 1}-01-01` : `${year}-${two(month + 1)}-01`, 0) ?? 0
  const days = (next - first) / 86_400_000
  const title = formatDate('%B %Y', first)
  const cells = [
    ...Array.from({ length: civil(first).weekday }, () => '  '),
    ...Array.from({ length: days }, (_, i) => String(i + 1).padStart(2)),
  ]
  let text = `${title.padStart(Math.floor((20 + title.length) / 2))}\nSu Mo Tu We Th Fr Sa\n`
  for (let i = 0; i < cells.length; i += 7) text += `${cells.slice(i, i + 7).join(' ')}\n`
  process.out(text)
  return 0
}

const sync: Program = () => 0
const clear: Program = (process) => {
  process.out('\x1b[H\x1b[2J')
  return 0
}

export const systemPrograms: Record<string, Program> = {
  arch,
  cal,
  clear,
  date,
  dmesg,
  free,
  groups,
  halt: goDown('shutdown'),
  hostname,
  hwclock,
  id,
  nohup,
  nproc,
  poweroff: goDown('shutdown'),
  reboot: goDown('reboot'),
  reset: clear,
  shutdown: goDown('shutdown'),
  sleep,
  stty,
  sync,
  sysctl,
  timeout,
  tty,
  uname,
  uptime,
  w,
  watch,
  who,
  whoami,
}
