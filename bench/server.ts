import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ServerProcess {
  port: number
  stop(): void
  /** The resident memory of the process in MB; undefined except on Linux. */
  memoryMB(): number | undefined
}

/** Starts the cloud over HTTP in a separate process. */
export async function startCloud(...options: string[]): Promise<ServerProcess> {
  const script = join(import.meta.dirname, '../scripts/cloud.mjs')
  const child = spawn(process.execPath, [script, '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (piece: Buffer) => {
      text += piece.toString()
      const [, found] = /cloud ready http:\/\/[^:]+:(\d+)/.exec(text) ?? []
      if (found !== undefined) resolve(Number(found))
    })
    child.on('exit', () => reject(new Error('The cloud did not start')))
  })
  return { port, stop: () => void child.kill('SIGTERM'), memoryMB: () => memoryOf(child) }
}

function memoryOf({ pid }: ChildProcess): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  const [, kB] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return kB === undefined ? undefined : Number(kB) / 1_000
}
