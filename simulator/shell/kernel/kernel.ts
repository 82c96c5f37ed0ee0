import type { Clock } from '../../base/clock.ts'
import { FileLocks } from './file-locks.ts'

/** What a step waits for: it goes on when the function returns true. */
export type Wait = () => boolean

/** The work of a program: it yields whenever it has to wait. */
export type Steps<Result> = Generator<Wait, Result, void>

/** Thrown into a task that receives a signal. */
export class Signalled extends Error {
  readonly signal: number

  constructor(signal: number) {
    super(`signal ${signal}`)
    this.signal = signal
  }
}

/** Thrown when a task has used its budget of commands without a pause. */
export class Runaway extends Error {}

export const SIGINT = 2
export const SIGKILL = 9

/** Commands that one line can run without a pause; more is taken for an endless loop. */
const MAX_COMMANDS = 100_000

/** A line or a program that runs beside others. */
export interface Task {
  readonly pid: number
  readonly command: string
  readonly startedAt: number
  /** Exit code; null while it runs. */
  code: number | null
  /** Whether it goes on without the one that started it. */
  readonly isDetached: boolean
}

interface RunningTask extends Task {
  /** That which started it; null of one that goes on without it. */
  parent: RunningTask | null
  steps: Steps<number>
  wait: Wait
  /** Set when the task has to end at its next turn. */
  signal: number | null
  children: RunningTask[]
}

const FIRST_PID = 30_218

/**
 * Runs tasks in turns, in the order in which they were started, until all of them wait. Only the clock and the keys wake
 * them, so the same keys at the same times give the same output.
 */
export class Kernel {
  readonly clock: Clock
  readonly locks = new FileLocks()
  readonly #tasks: RunningTask[] = []
  #current: RunningTask | null = null
  #nextPid = FIRST_PID
  #running = false
  #disposed = false
  #spent = 0
  #wasRunawayTold = false
  /** Called before tasks go on: meanwhile anything can have happened. */
  onRun = () => {}

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Starts a task as a child of the running one; it ends with its parent unless it is `detached`. */
  spawn(command: string, steps: Steps<number>, detached = false): Task {
    const parent = detached ? null : this.#current
    const task: RunningTask = {
      parent,
      pid: this.#nextPid++,
      command,
      startedAt: this.clock.now(),
      code: null,
      isDetached: detached,
      steps,
      wait: () => true,
      signal: null,
      children: [],
    }
    parent?.children.push(task)
    this.#tasks.push(task)
    return task
  }

  /** The number of a process that runs inside a task. */
  takePid(): number {
    return this.#nextPid++
  }

  tasks(): readonly Task[] {
    return this.#tasks
  }

  /** Counts the work of a line; throws when it never pauses, from then on each time, so that loops around it end, too. */
  tick(cost = 1): void {
    this.#spent += cost
    if (this.#spent > MAX_COMMANDS) throw new Runaway()
  }

  /** Whether an endless loop is still to be told: each of the tasks that it ends asks. */
  takeRunaway(): boolean {
    const isFirst = !this.#wasRunawayTold
    this.#wasRunawayTold = true
    return isFirst
  }

  /** A new line of the user, or a pause of its command. */
  rest(): void {
    this.#spent = 0
    this.#wasRunawayTold = false
  }

  /** Sends a signal to a task and those that it started. */
  signal(task: Task, signal: number): void {
    const found = this.#tasks.find((it) => it === task)
    if (!found || found.code !== null) return
    for (const child of found.children) this.signal(child, signal)
    found.signal = signal
  }

  /** Waits for a time of the clock. */
  *until(at: number): Steps<void> {
    if (at <= this.clock.now()) return
    let isDue = false
    const cancel = this.clock.wakeAt(at, () => {
      isDue = true
      this.rest()
      this.run()
    })
    try {
      yield () => isDue
    } finally {
      cancel()
    }
  }

  /** Runs all tasks until each of them waits. */
  run(): void {
    if (this.#running) return
    this.#running = true
    this.onRun()
    try {
      while (this.#turn()) {
        // Again, because the output of one can be the input of another.
      }
    } finally {
      this.#running = false
    }
  }

  /** Ends all tasks without output. One that runs at this moment ends at its next wait. */
  dispose(): void {
    this.#disposed = true
    this.locks.releaseAll()
    for (const task of this.#tasks.splice(0)) {
      task.code ??= 0
      if (task !== this.#current) task.steps.return(0)
    }
  }

  #turn(): boolean {
    let moved = false
    for (const task of [...this.#tasks]) {
      if (this.#disposed) return false
      if (task.code !== null) continue
      if (task.signal === null && !task.wait()) continue
      moved = true
      this.#step(task)
    }
    return moved
  }

  #step(task: RunningTask): void {
    const before = this.#current
    this.#current = task
    const { signal } = task
    task.signal = null
    try {
      const next = signal === null ? task.steps.next() : task.steps.throw(new Signalled(signal))
      if (next.done) this.#end(task, next.value)
      else task.wait = next.value
    } catch (problem) {
      if (!(problem instanceof Signalled)) {
        this.#end(task, 1)
        throw problem
      }
      this.#end(task, 128 + problem.signal)
    } finally {
      this.#current = before
      if (this.#disposed) task.steps.return(0)
    }
  }

  #end(task: RunningTask, code: number): void {
    task.code = code
    for (const child of task.children) this.signal(child, SIGKILL)
    task.children = []
    const position = this.#tasks.indexOf(task)
    if (position >= 0) this.#tasks.splice(position, 1)
    const siblings = task.parent?.children
    const place = siblings?.indexOf(task) ?? -1
    if (place >= 0) siblings?.splice(place, 1)
  }
}

/** Waits until a task has ended, and returns its exit code. */
export function* finished(task: Task): Steps<number> {
  while (task.code === null) yield () => task.code !== null
  return task.code
}
