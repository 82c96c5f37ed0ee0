import { journalStamp } from '../../base/calendar.ts'
import type { LogLine } from '../../device/device-state.ts'
import { fail, options, out, unknownFlag, type CommandContext, type Job, type Run } from '../command.ts'

/** Poll interval when the time of the next line is unknown. */
const POLL_INTERVAL_MS = 5000

/** Writes new lines until interrupted. `show` returns the text of a line, or an empty string to skip it. */
export function follow(context: CommandContext, past: string, show: (line: LogLine) => string): Job {
  const { machine } = context
  return {
    start(io) {
      let cancel = () => {}
      let seen = machine.now()
      if (past !== '') io.write(past)
      const wait = () => {
        const next = machine.world.nextLogAt(machine.index, seen)
        const at = Math.min(next ?? Infinity, seen + POLL_INTERVAL_MS)
        cancel = machine.clock.wakeAt(at, () => look(at))
      }
      const look = (at: number) => {
        const now = machine.now()
        const text = machine.logs({ after: seen }).map(show).join('')
        seen = Math.max(at, now)
        if (text !== '') io.write(text)
        wait()
      }
      wait()
      return () => cancel()
    },
  }
}

const UNITS: Record<string, (line: LogLine) => boolean> = {
  'balena-supervisor': (line) => line.isSystem,
  balena: (line) => !line.isSystem,
  'balena-engine': (line) => !line.isSystem,
  docker: (line) => !line.isSystem,
}

const journalctl: Run = (context) => {
  if (!context.machine.isHost()) return { err: 'sh: journalctl: command not found\n', code: 127 }
  const { flags, values, rest } = options(context.args, 'nutp')
  const unknown = unknownFlag(flags, 'n u t f a r b e x q p no-pager follow lines unit reverse all boot')
  if (unknown) return fail(context, `unrecognized option '${unknown.length === 1 ? '-' : '--'}${unknown}'`)
  if (rest.length > 0) return fail(context, `Failed to add match '${rest[0]}': Invalid argument`)
  const count = Number(values.get('n') ?? values.get('lines') ?? (flags.has('f') ? 10 : 1000))
  if (!(count >= 0)) return fail(context, 'Failed to parse lines: the number is not a number')
  const unit = (values.get('u') ?? values.get('unit'))?.replace(/\.service$/, '')
  const ours = unit === undefined ? () => true : (UNITS[unit] ?? (() => false))
  const found = context.machine.logs({ count: 1000 }).filter(ours)
  const lines = (count === 0 ? [] : found.slice(-count)).map((it) => journalLine(context, it))
  if (flags.has('r') || flags.has('reverse')) lines.reverse()
  const text = lines.join('')
  if (flags.has('f') || flags.has('follow')) {
    return { job: follow(context, text, (it) => (ours(it) ? journalLine(context, it) : '')) }
  }
  return out(text === '' ? '-- No entries --\n' : text)
}

function journalLine(context: CommandContext, line: LogLine): string {
  const where = `${journalStamp(line.at)} ${context.machine.hostname()}`
  if (line.isSystem) return `${where} balena-supervisor[1204]: [info] ${line.message}\n`
  const service = context.machine.services().find((it) => it.serviceId === line.serviceId)
  return `${where} ${service?.name ?? 'service'}[${service?.pid ?? 1800}]: ${line.message}\n`
}

export const journalCommands = { journalctl }
