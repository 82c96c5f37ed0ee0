import type { Steps } from '../kernel/kernel.ts'
import type { Process } from '../process.ts'

/** Draws a screen again and again until `q` or Ctrl-C is pressed. */
export function* interactiveScreen(
  process: Process,
  intervalMs: number,
  draw: () => string,
  times = Infinity,
): Steps<number> {
  const { terminal, kernel } = process
  const release = terminal.grab()
  try {
    let due = kernel.clock.now()
    for (let i = 0; i < times; i++) {
      process.out(draw())
      due += intervalMs
      let isDue = false
      const cancel = kernel.clock.wakeAt(due, () => {
        isDue = true
        kernel.rest()
        kernel.run()
      })
      try {
        while (!isDue) {
          yield () => isDue || terminal.hasKeys()
          const keys = terminal.takeKeys()
          const end = keys.search(/[q\x03]/)
          if (end < 0) continue
          terminal.unpress(keys.slice(end + 1))
          if (keys[end] === '\x03') {
            terminal.write('^C\n')
            return 130
          }
          return 0
        }
      } finally {
        cancel()
      }
    }
    return 0
  } finally {
    release()
  }
}

/** Reads one key or escape sequence of a program that has the whole screen. */
export function* readKey(process: Process): Steps<string> {
  const keys = yield* process.terminal.keys()
  const key = /^(?:\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|[\s\S])/u.exec(keys)?.[0] ?? keys
  process.terminal.unpress(keys.slice(key.length))
  return key
}
