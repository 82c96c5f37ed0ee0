import { readInWorker } from '@/files/in-worker.ts'
import type { WorldFile } from './world-schema.ts'

/**
 * Parses an untrusted world file in a worker, so that no file blocks the page.
 * @throws FileProblem with the line and the reason
 */
export const readWorldFileApart = (file: string, signal?: AbortSignal): Promise<WorldFile> =>
  readInWorker(file, {
    startWorker: () => new Worker(new URL('./world-file-worker.ts', import.meta.url), { type: 'module' }),
    readHere: async () => (await import('./world-file.ts')).readWorldFile,
    signal,
  })
