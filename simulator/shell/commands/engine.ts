import type { Instant } from '../../base/clock.ts'
import { imageDigest, imageLocation } from '../../definition/identity.ts'
import { fail, options, out, table, type CommandContext, type Outcome, type Run } from '../command.ts'
import { commandOf, type RunningService } from '../machine.ts'
import { follow } from './journal.ts'

function ago(ms: number): string {
  const units: [number, string][] = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1000, 'second'],
  ]
  for (const [size, name] of units) {
    const count = Math.floor(ms / size)
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'}`
  }
  return 'Less than a second'
}

function containerName(it: { name: string; imageId: number; releaseId: number }): string {
  return `${it.name}_${it.imageId}_${it.releaseId}`
}

const SUPERVISOR_ID = '6ac01d27bb5e'

function startedAt(context: CommandContext, service: RunningService): Instant {
  return Math.max(context.machine.bootedAt(), service.installedAt)
}

function ps(context: CommandContext): Outcome {
  const now = context.machine.now()
  const rows = context.machine
    .services()
    .map((it) => [
      it.containerId,
      imageLocation(it.imageId).slice(-12),
      `"${commandOf(it).slice(0, 20)}…"`,
      `${ago(now - it.installedAt)} ago`,
      `Up ${ago(now - startedAt(context, it))}`,
      containerName(it),
    ])
  const version = context.machine.device().supervisorVersion
  const up = ago(now - context.machine.bootedAt())
  const supervisor = [
    SUPERVISOR_ID,
    `supervisor:${version}`,
    '"/usr/src/app/entry.…"',
    `${up} ago`,
    `Up ${up} (healthy)`,
    'balena_supervisor',
  ]
  return out(
    table(
      [['CONTAINER ID', 'IMAGE', 'COMMAND', 'CREATED', 'STATUS', 'NAMES'], ...rows, supervisor],
      [],
      '   ',
    ),
  )
}

function images(context: CommandContext): Outcome {
  const { services } = context.machine.device()
  const now = context.machine.now()
  const seen = new Set<number>()
  const rows: string[][] = []
  for (const it of services) {
    if (seen.has(it.imageId) || it.status === 'Downloading') continue
    seen.add(it.imageId)
    const plan = context.machine.world
      .release(it.releaseId)
      ?.services.find((one) => one.imageId === it.imageId)
    const size = `${(((plan?.imageSize ?? 0) * 2.3) / 1e6).toFixed(0)}MB`
    rows.push([
      imageLocation(it.imageId),
      'latest',
      imageDigest(it.imageId).slice(0, 12),
      `${ago(now - it.installedAt)} ago`,
      size,
    ])
  }
  return out(table([['REPOSITORY', 'TAG', 'IMAGE ID', 'CREATED', 'SIZE'], ...rows], [], '   '))
}

/** Finds a service by its name, the name of its container, or a prefix of the container's id. */
function findService(context: CommandContext, text: string | undefined): RunningService | undefined {
  if (!text) return undefined
  return context.machine
    .services()
    .find((it) => it.name === text || containerName(it) === text || it.containerId.startsWith(text))
}

function noSuchContainer(text: string | undefined): Outcome {
  return { err: `Error: No such container: ${text ?? ''}\n`, code: 1 }
}

function logs(context: CommandContext, args: readonly string[]): Outcome {
  const { flags, values, rest } = options(args, 'n')
  const service = findService(context, rest[0])
  if (!service) return rest[0] === undefined ? usage('logs [-f] [-n N] CONTAINER') : noSuchContainer(rest[0])
  const count = Number(values.get('n') ?? values.get('tail') ?? 50)
  if (Number.isNaN(count)) return fail(context, 'invalid argument for the number of lines')
  const isOfService = (line: { serviceId: number | null; isSystem: boolean }) =>
    !line.isSystem && line.serviceId === service.serviceId
  const found = context.machine.logs({ count: 1000 }).filter(isOfService)
  const past = count === 0 ? [] : found.slice(-count)
  const text = past.map((it) => `${it.message}\n`).join('')
  if (!flags.has('f') && !flags.has('follow')) return out(text)
  return { job: follow(context, text, (line) => (isOfService(line) ? `${line.message}\n` : '')) }
}

function usage(text: string): Outcome {
  return { err: `Usage: balena-engine ${text}\n`, code: 1 }
}

function exec(context: CommandContext, args: readonly string[]): Outcome {
  const rest = args.filter(
    (it, i) => !(it.startsWith('-') && args.slice(0, i).every((before) => before.startsWith('-'))),
  )
  const [container, ...command] = rest
  if (container === undefined || command.length === 0) return usage('exec [-it] CONTAINER COMMAND [ARG...]')
  const service = findService(context, container)
  if (!service) return noSuchContainer(container)
  const [program = '', flag, line] = command
  if (/^(\/bin\/)?(sh|bash|ash)$/.test(program)) {
    return { enter: { service: service.name, line: flag === '-c' ? (line ?? '') : null } }
  }
  return {
    enter: { service: service.name, line: command.map((it) => `'${it.replaceAll("'", "'\\''")}'`).join(' ') },
  }
}

function changeService(
  context: CommandContext,
  verb: 'start' | 'stop' | 'restart',
  text: string | undefined,
): Outcome {
  const { services } = context.machine.device()
  const running = findService(context, text)
  const serviceName =
    running?.name ?? services.find((it) => it.name === text || containerName(it) === text)?.name
  if (serviceName === undefined) return noSuchContainer(text)
  const result = context.machine.world.command(context.machine.index, {
    kind: `${verb}-service`,
    serviceName,
    force: true,
  })
  return result.ok ? out(`${text}\n`) : { err: `Error: ${result.message}\n`, code: 1 }
}

function stats(context: CommandContext): Outcome {
  const { memoryTotal } = context.machine.metrics()
  const processes = context.machine.processes()
  const rows = context.machine.services().map((it) => {
    const process = processes.find((one) => one.pid === it.pid)
    const memory = process?.memory ?? 0
    return [
      it.containerId,
      containerName(it),
      `${(process?.cpu ?? 0).toFixed(2)}%`,
      `${memory.toFixed(1)}MiB / ${memoryTotal}MiB`,
      `${((memory * 100) / memoryTotal).toFixed(2)}%`,
    ]
  })
  return out(table([['CONTAINER ID', 'NAME', 'CPU %', 'MEM USAGE / LIMIT', 'MEM %'], ...rows], [], '   '))
}

const engine: Run = (context) => {
  if (!context.machine.isHost()) return { err: `sh: ${context.name}: command not found\n`, code: 127 }
  const [verb, ...args] = context.args
  switch (verb) {
    case 'ps':
      return ps(context)
    case 'images':
      return images(context)
    case 'logs':
      return logs(context, args)
    case 'exec':
      return exec(context, args)
    case 'start':
    case 'stop':
    case 'restart':
      return changeService(
        context,
        verb,
        args.find((it) => !it.startsWith('-')),
      )
    case 'stats':
      return stats(context)
    case 'version':
    case '--version':
      return out('balenaEngine version 20.10.43, build 5f5f4c2\n')
    case undefined:
      return usage('COMMAND: ps, images, logs, exec, start, stop, restart, stats, version')
    default:
      return { err: `balena-engine: '${verb}' is not a balena-engine command.\n`, code: 1 }
  }
}

export const engineCommands = { 'balena-engine': engine, balena: engine, docker: engine }
