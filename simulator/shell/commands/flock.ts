import type { LockOwner } from '../kernel/file-locks.ts'
import type { Steps } from '../kernel/kernel.ts'
import { options } from '../options.ts'
import type { Process, Program } from '../process.ts'

const RETRY_MS = 100

/** `flock FILE COMMAND`, `flock FILE -c TEXT` and `flock DESCRIPTOR`. */
function* flock(process: Process): Steps<number> {
  const found = options(
    process,
    'sxenuow:E:c:',
    {
      shared: 's',
      exclusive: 'x',
      unlock: 'u',
      nonblock: 'n',
      nb: 'n',
      timeout: 'w:',
      wait: 'w:',
      close: 'o',
      'conflict-exit-code': 'E:',
      command: 'c:',
    },
    { stopsAtFirst: true },
  )
  if (!found) return 1
  const [file, ...words] = found.rest
  if (file === undefined) return process.fail('requires a file, a directory or a file descriptor')
  const [flag, text] = words
  const isText = flag === '-c' || flag === '--command'
  const isDescriptor = words.length === 0 && /^\d+$/.test(file)
  if (words.length === 0 && !isDescriptor) return process.fail(`bad file descriptor: '${file}'`)
  const place = isDescriptor ? descriptor(process, Number(file)) : opened(process, file)
  if (typeof place === 'number') return place
  const { path, owner } = place
  const { locks } = process.kernel
  if (found.has('u')) {
    locks.release(owner)
    return 0
  }
  const released = (): void => {
    process.machine.setFlock(path, false)
  }
  // A lock that a program of another session holds is known to the device only.
  const take = (): boolean =>
    (locks.has(path) || !process.machine.isFlocked(path)) && locks.take(path, owner, found.has('s'), released)
  const conflict = Number(found.value('E') ?? 1)
  const until = process.kernel.clock.now() + Number(found.value('w') ?? Infinity) * 1000
  while (!take()) {
    if (found.has('n') || process.kernel.clock.now() >= until) return conflict
    yield* process.sleep(RETRY_MS)
  }
  process.machine.setFlock(path, true)
  if (isDescriptor) return 0
  try {
    const { streams, cwd } = process
    return isText
      ? yield* process.host.shell(text ?? '', { streams, cwd })
      : yield* process.host.run(words, { streams, cwd })
  } finally {
    locks.release(owner)
  }
}

interface Place {
  path: string
  owner: LockOwner
}

/** Opens the file, which is created when there is none. */
function opened(process: Process, file: string): Place | number {
  const path = process.resolve(file)
  if (process.files.find(path) === undefined) {
    const problem = process.files.touch(path, process.machine.now())
    if (problem !== undefined) return process.fail(`cannot open lock file ${file}: ${problem}`, 66)
  }
  return { path: process.files.real(path) ?? path, owner: {} }
}

function descriptor(process: Process, fd: number): Place | number {
  const { streams } = process
  const more = streams.more.get(fd)
  const stream =
    fd === 0 ? streams.in : fd === 1 ? streams.out : fd === 2 ? streams.err : (more?.out ?? more?.in)
  if (stream?.path === undefined) return process.fail(`${fd}: Bad file descriptor`, 65)
  return { path: stream.path, owner: stream }
}

export const lockPrograms: Record<string, Program> = { flock }
