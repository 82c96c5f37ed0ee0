import type { Clock } from '../base/clock.ts'
import type { World } from '../world/world.ts'
import { Interpreter, NOT_FOUND } from './interpreter.ts'
import { LineEditor } from './line-editor.ts'
import { Machine, type Target } from './machine.ts'

export interface ShellOptions {
  world: World
  index: number
  target: Target
  clock: Clock
  cols: number
  rows: number
  /** Variables of the service from the platform, in addition to those set by the supervisor. */
  environment?: Readonly<Record<string, string>>
  write(data: string): void
  /** Called once: 255 when the connection was lost, 137 when the container was stopped, otherwise the exit code of the shell. */
  onExit(code: number): void
}

export interface Shell {
  input(data: string): void
  resize(cols: number, rows: number): void
  close(): void
}

const LOST = 255
const KILLED = 137
/** Containers can end between two events of their device, so their state is polled. */
const CHECK_INTERVAL_MS = 5000

/** Opens a shell on the host or in a service's container. */
export function openShell(options: ShellOptions): Shell {
  return new ShellSession(options)
}

interface Frame {
  interpreter: Interpreter
  editor: LineEditor
  containerId: string | null
  /** Called when this shell ends. */
  done: (code: number) => void
  /** Whether the shell is interactive. */
  isInteractive: boolean
}

class ShellSession implements Shell {
  readonly #options: ShellOptions
  readonly #frames: Frame[] = []
  #cols: number
  #rows: number
  #typed = ''
  #open = true
  #unwatch = () => {}
  #cancelCheck = () => {}

  constructor(options: ShellOptions) {
    this.#options = options
    this.#cols = checkedSize(options.cols, 80)
    this.#rows = checkedSize(options.rows, 24)
    const problem = this.#whyNot(options.target)
    if (problem) {
      options.write(`${problem.text}\r\n`)
      this.#open = false
      options.clock.wakeAt(options.clock.now(), () => options.onExit(problem.code))
      return
    }
    this.#push(options.target, options.environment ?? {}, true, (code) => this.#end(code))
    this.#unwatch = options.world.watch(options.index, () => this.#check())
    this.#scheduleCheck()
    this.#prompt()
  }

  #whyNot(target: Target): { text: string; code: number } | undefined {
    const { world, index, clock } = this.#options
    const machine = new Machine(world, index, clock, target)
    if (!machine.isReachable()) return { text: 'ssh: connect to host: No route to host', code: LOST }
    if (target.kind === 'host' || machine.isTargetRunning()) return undefined
    return { text: `Error: Container of service '${target.name}' is not running`, code: 1 }
  }

  #push(
    target: Target,
    environment: Readonly<Record<string, string>>,
    isInteractive: boolean,
    done: (code: number) => void,
  ): Frame {
    const { world, index, clock } = this.#options
    const machine = new Machine(world, index, clock, target)
    const interpreter: Interpreter = new Interpreter(machine, environment, {
      write: (text) => this.#write(text),
      cols: () => this.#cols,
      rows: () => this.#rows,
      history: () => frame.editor.history,
      enter: (service, line, ended) => this.#enter(service, line, ended),
      exit: (code) => this.#pop(frame, code),
    })
    const editor = new LineEditor({
      write: (data) => this.#options.write(data),
      cols: () => this.#cols,
      onLine: (line) => this.#run(frame, line),
      onInterrupt: () => {
        interpreter.setInterrupted()
        this.#prompt()
      },
      onEnd: () => {
        this.#write('exit\n')
        this.#pop(frame, interpreter.code)
      },
      complete: (before) => interpreter.complete(before),
    })
    const containerId = machine.service()?.containerId ?? null
    const frame: Frame = { interpreter, editor, containerId, done, isInteractive }
    this.#frames.push(frame)
    return frame
  }

  #enter(service: string, line: string | null, ended: (code: number) => void): void {
    const target: Target = { kind: 'service', name: service }
    const problem = this.#whyNot(target)
    if (problem) {
      this.#write(`${problem.text}\n`)
      return ended(problem.code === LOST ? LOST : NOT_FOUND - 1)
    }
    const frame = this.#push(target, {}, line === null, ended)
    if (line === null) this.#prompt()
    else frame.interpreter.run(line, () => this.#pop(frame, frame.interpreter.code))
  }

  #pop(frame: Frame, code: number): void {
    const position = this.#frames.indexOf(frame)
    if (position < 0) return
    for (const it of this.#frames.splice(position)) it.interpreter.dispose()
    frame.done(code)
  }

  #run(frame: Frame, line: string): void {
    if (!this.#isAlive(frame)) return this.#check()
    frame.interpreter.run(line, () => {
      if (this.#open && this.#frames.at(-1) === frame) this.#prompt()
      this.#flush()
    })
  }

  #prompt(): void {
    const frame = this.#frames.at(-1)
    if (this.#open && frame?.isInteractive) frame.editor.begin(frame.interpreter.prompt())
  }

  input(data: string): void {
    if (!this.#open) return
    this.#typed += data
    this.#flush()
  }

  /** Passes input to the innermost shell. A running command only receives Ctrl-C and the keys that it handles. */
  #flush(): void {
    while (this.#open && this.#typed !== '') {
      const frame = this.#frames.at(-1)
      if (!frame) return
      if (!frame.interpreter.isBusy && frame.isInteractive) {
        const data = this.#typed
        this.#typed = ''
        const rest = frame.editor.take(data)
        this.#typed = rest + this.#typed
        continue
      }
      const interrupt = this.#typed.indexOf('\x03')
      if (interrupt >= 0) {
        // Like a real terminal, Ctrl-C discards the buffered input before it.
        this.#typed = this.#typed.slice(interrupt + 1)
        frame.interpreter.interrupt()
        continue
      }
      const [key = ''] = this.#typed
      // Removed first, because a key that ends the command passes the rest of the input to the next reader.
      this.#typed = this.#typed.slice(key.length)
      if (frame.interpreter.key(key)) continue
      this.#typed = key + this.#typed
      return
    }
  }

  resize(cols: number, rows: number): void {
    this.#cols = checkedSize(cols, this.#cols)
    this.#rows = checkedSize(rows, this.#rows)
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#release()
  }

  #end(code: number): void {
    if (!this.#open) return
    this.#open = false
    this.#release()
    this.#options.onExit(code)
  }

  #release(): void {
    this.#unwatch()
    this.#cancelCheck()
    for (const frame of this.#frames.splice(0)) frame.interpreter.dispose()
  }

  #scheduleCheck(): void {
    const { clock } = this.#options
    this.#cancelCheck = clock.wakeAt(clock.now() + CHECK_INTERVAL_MS, () => {
      this.#check()
      if (this.#open) this.#scheduleCheck()
    })
  }

  /** Ends shells whose device is unreachable or whose container has ended. */
  #check(): void {
    const [first] = this.#frames
    if (!this.#open || !first) return
    if (!this.#isReachable()) return this.#end(LOST)
    if (!this.#isAlive(first)) return this.#end(KILLED)
    const ended = this.#frames.find((frame) => !this.#isAlive(frame))
    if (ended) this.#pop(ended, KILLED)
  }

  #isReachable(): boolean {
    const { world, index, clock } = this.#options
    const now = clock.now()
    if (now > world.now()) world.advanceTo(now)
    return world.exists(index) && world.column('cloudlink')(index)
  }

  #isAlive({ interpreter, containerId }: Frame): boolean {
    const { machine } = interpreter
    if (machine.isHost()) return true
    return machine.isTargetRunning() && machine.service()?.containerId === containerId
  }

  #write(text: string): void {
    if (this.#open) this.#options.write(text.replace(/\r?\n/g, '\r\n'))
  }
}

function checkedSize(value: number, otherwise: number): number {
  return Number.isInteger(value) && value > 0 && value <= 1000 ? value : otherwise
}
