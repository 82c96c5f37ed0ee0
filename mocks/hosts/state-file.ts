import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { CloudSnapshot } from '../replay/snapshots.ts'
import { fileProblem } from './file-problem.ts'

/** The first bytes of a state file. The number changes when older files can no longer be read. */
const FORMAT = 'flotilla-state 1\n'
const HASH_BYTES = 32

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** A file that keeps the world of a server over restarts, used by one process at a time. */
export interface StateFile {
  /** The state at the last write; undefined if there is no file yet. Throws with a sentence if the file cannot be used. */
  read(): CloudSnapshot | undefined
  /** Replaces the file, so that it is never half written. */
  write(snapshot: CloudSnapshot): void
  /** Lets another process use it. */
  release(): void
}

function takeLock(lock: string, path: string): void {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST')
      throw new Error(`${path}: the state cannot be written there (${String(codeOf(error))}).`)
    const owner = Number(readFileSync(lock, 'utf8'))
    if (owner > 0 && owner !== process.pid && isRunning(owner))
      throw new Error(`${path}: is in use by another cloud, process ${owner}. Stop it, or use another file.`)
    // The process that left it ended without notice.
    writeFileSync(lock, String(process.pid))
  }
}

/** Opens a state file, which need not exist. Throws with a sentence if another process uses it. */
export function openStateFile(path: string): StateFile {
  const lock = `${path}.lock`
  takeLock(lock, path)
  return {
    read() {
      let bytes: Buffer
      try {
        bytes = readFileSync(path)
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw new Error(`${path}: ${fileProblem(error) ?? 'the state cannot be read.'}`)
      }
      const kept = 'It is kept as it is; use another file, or move it away to begin anew.'
      if (!bytes.subarray(0, FORMAT.length).equals(Buffer.from(FORMAT)))
        throw new Error(`${path}: is not a state file of this version of the cloud. ${kept}`)
      const hash = bytes.subarray(FORMAT.length, FORMAT.length + HASH_BYTES)
      const content = bytes.subarray(FORMAT.length + HASH_BYTES)
      if (!digest(content).equals(hash))
        throw new Error(`${path}: is damaged, its checksum is wrong. ${kept}`)
      return deserialize(content) as CloudSnapshot
    },
    write(snapshot) {
      const content = serialize(snapshot)
      const draft = `${path}.${process.pid}.tmp`
      const file = openSync(draft, 'w')
      try {
        writeFileSync(file, Buffer.concat([Buffer.from(FORMAT), digest(content), content]))
        // Otherwise a power failure could leave the new name with the content of neither.
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      renameSync(draft, path)
    },
    release: () => rmSync(lock, { force: true }),
  }
}
