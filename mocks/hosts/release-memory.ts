import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_EVERY_MS = 1_000
/** The part of the last second in which something ran, below which nobody waits. */
const QUIET = 0.1
/** By how much the heap has grown when it is worth a collection: when nobody waits, and at work. */
const GROWN_BYTES = { quiet: 16 * 2 ** 20, busy: 128 * 2 ** 20 }

const heapBytes = () => getHeapStatistics().total_heap_size

/**
 * Collects all garbage and gives the memory back, soon after nobody asks for anything; while somebody does, only when a lot has
 * gathered. V8 by itself lets garbage stand as long as the machine has memory, and gives none of it back while a process rests:
 * with a world of 60 MB it held 500 MB after an hour of work, and a minute later. Returns a way to stop.
 */
export function releaseMemory(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  let held = heapBytes()
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const isQuiet = performance.eventLoopUtilization(now, before).utilization < QUIET
    before = now
    const worth = Math.max(isQuiet ? GROWN_BYTES.quiet : GROWN_BYTES.busy, held / 4)
    if (heapBytes() < held + worth) return
    collect({ type: 'major', execution: 'sync', flavor: isQuiet ? 'last-resort' : 'regular' })
    held = heapBytes()
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
