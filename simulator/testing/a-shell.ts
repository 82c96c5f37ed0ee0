import type { PersonaName } from '../definition/device-profiles.ts'
import type { Target } from '../shell/machine.ts'
import { openShell } from '../shell/shell.ts'
import { aDevice, NOON, type WorldOptions } from './a-world.ts'
import { createManualClock } from './manual-clock.ts'

export const HOST: Target = { kind: 'host' }
export const SENSOR: Target = { kind: 'service', name: 'sensor-hub' }

interface ShellTestOptions {
  target?: Target
  persona?: PersonaName
  world?: WorldOptions
  environment?: Record<string, string>
  cols?: number
}

/** Opens a shell on a device, with a clock controlled by the test. */
export function aShell({
  target = HOST,
  persona = 'steady',
  world: options = {},
  environment,
  cols = 120,
}: ShellTestOptions = {}) {
  const world = aDevice(persona, options)
  const clock = createManualClock(NOON)
  let text = ''
  const exits: number[] = []
  const start = () =>
    openShell({
      world,
      index: 0,
      target,
      clock,
      cols,
      rows: 30,
      ...(environment ? { environment } : {}),
      write: (data) => {
        text += data
      },
      onExit: (code) => exits.push(code),
    })
  let shell = start()
  const prompt = () => text.split('\r\n').at(-1) ?? ''
  return {
    world,
    clock,
    get shell() {
      return shell
    },
    /** A new session, as after a reboot. */
    reopen() {
      shell = start()
    },
    exits,
    prompt,
    all: () => text,
    pass: (ms: number) => clock.advanceTo(clock.now() + ms),
    /** Types keys and returns the output with normalized line ends. */
    type(keys: string): string {
      const before = text.length
      shell.input(keys)
      return text.slice(before).replaceAll('\r\n', '\n')
    },
    /** Runs a line and returns its output, without echo and prompt. */
    run(line: string): string {
      const before = text.length
      shell.input(`${line}\r`)
      const lines = text.slice(before).split('\r\n')
      return lines.slice(1, -1).join('\n')
    },
  }
}
