import { deferred } from '@/lib/deferred.ts'
import { fileText } from '@/messages/common/files.ts'
import { FileProblem, type FileError } from './file-problem.ts'

/** What a worker read: a value, or why it could not. Errors lose their class on the way, so they are sent as data. */
type Answer<Value> = { value: Value } | { problems: readonly [FileError, ...FileError[]] } | { crash: string }

const TIMEOUT_MS = 10_000

function answerTo<Value>(read: (text: string) => Value, text: string): Answer<Value> {
  try {
    return { value: read(text) }
  } catch (error) {
    if (!(error instanceof FileProblem)) return { crash: String(error) }
    const { line, reason, others } = error
    return { problems: [{ line, reason }, ...others] }
  }
}

/** In a worker: reads each text that the page sends. */
export function readForPage<Value>(read: (text: string) => Value): void {
  addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(answerTo(read, data)))
}

export interface WorkerReading<Value> {
  startWorker: () => Worker
  /** The same without workers, as in tests. */
  readHere: () => Promise<(text: string) => Value>
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

/**
 * Reads an untrusted text in a worker of its own, which is ended with its result or after a time limit, so that no text
 * blocks the page. Rejects with FileProblem if the text cannot be read, and with the reason of an abort.
 */
export async function readInWorker<Value>(
  text: string,
  { startWorker, readHere, signal, timeoutMs = TIMEOUT_MS }: WorkerReading<Value>,
): Promise<Value> {
  signal?.throwIfAborted()
  if (typeof Worker === 'undefined') return (await readHere())(text)
  const worker = startWorker()
  const answer = deferred<Answer<Value>>()
  const timer = setTimeout(() => answer.reject(new FileProblem(null, fileText.tooSlow)), timeoutMs)
  const stop = () => answer.reject(signal?.reason)
  signal?.addEventListener('abort', stop)
  worker.addEventListener('message', ({ data }: MessageEvent<Answer<Value>>) => answer.resolve(data))
  worker.addEventListener('error', (event) =>
    // Without a message, its script could not be loaded: that is no fault of the file.
    answer.reject(
      new FileProblem(null, event instanceof ErrorEvent ? fileText.unreadable : fileText.notLoaded),
    ),
  )
  worker.postMessage(text)
  try {
    const read = await answer.promise
    if ('value' in read) return read.value
    if ('crash' in read) throw new FileProblem(null, fileText.unreadable)
    const [{ line, reason }, ...others] = read.problems
    throw new FileProblem(line, reason, others)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    worker.terminate()
  }
}
