import { afterEach, expect, test, vi } from 'vitest'
import { FileProblem } from './file-problem.ts'
import { readForPage, readInWorker } from './in-worker.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Listener = (event: { data: unknown }) => void

/** A worker whose script reads with this function; it has a thread of its own as far as the page can tell. */
function aWorker(read: (text: string) => unknown) {
  const toPage: Listener[] = []
  const toWorker: Listener[] = []
  vi.stubGlobal('Worker', class {})
  vi.stubGlobal('addEventListener', (_: string, listener: Listener) => toWorker.push(listener))
  vi.stubGlobal('postMessage', (data: unknown) => {
    for (const listener of toPage) listener({ data: structuredClone(data) })
  })
  readForPage(read)
  const terminate = vi.fn()
  const worker = {
    terminate,
    addEventListener: (type: string, listener: Listener) => type === 'message' && toPage.push(listener),
    postMessage: (data: unknown) =>
      queueMicrotask(() => toWorker.forEach((listener) => listener({ data: structuredClone(data) }))),
  }
  return { startWorker: () => worker as unknown as Worker, terminate }
}

const readHere = async (): Promise<never> => {
  throw new Error('Read on the page')
}

test('a text is read in a worker, which ends with its result', async () => {
  const { startWorker, terminate } = aWorker((text) => ({ letters: text.length }))
  expect(await readInWorker('four', { startWorker, readHere })).toEqual({ letters: 4 })
  expect(terminate).toHaveBeenCalledOnce()
})

test('problems of a file arrive with their lines, and those of the program as a problem of the file', async () => {
  const problem = new FileProblem(3, 'devices must be a list', [{ line: 5, reason: 'tags is missing' }])
  const { startWorker, terminate } = aWorker((text) => {
    if (text === 'deep') throw new RangeError('Maximum call stack size exceeded')
    throw problem
  })
  const failed = await readInWorker('x', { startWorker, readHere }).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(FileProblem)
  expect(failed).toMatchObject({ line: 3, reason: problem.reason, message: problem.message })
  await expect(readInWorker('deep', { startWorker, readHere })).rejects.toThrow('The file cannot be read')
  expect(terminate).toHaveBeenCalledTimes(2)
})

test('a worker that reads too long is ended', async () => {
  vi.useFakeTimers()
  const terminate = vi.fn()
  const startWorker = () => ({ terminate, addEventListener() {}, postMessage() {} }) as unknown as Worker
  vi.stubGlobal('Worker', class {})
  const read = readInWorker('x', { startWorker, readHere, timeoutMs: 5_000 })
  const failed = expect(read).rejects.toThrow('Reading the file takes too long')
  await vi.advanceTimersByTimeAsync(4_999)
  expect(terminate).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await failed
  expect(terminate).toHaveBeenCalledOnce()
})

test('a page that leaves ends its worker', async () => {
  const terminate = vi.fn()
  const startWorker = () => ({ terminate, addEventListener() {}, postMessage() {} }) as unknown as Worker
  vi.stubGlobal('Worker', class {})
  const stop = new AbortController()
  const read = readInWorker('x', { startWorker, readHere, signal: stop.signal })
  stop.abort(new Error('left'))
  await expect(read).rejects.toThrow('left')
  expect(terminate).toHaveBeenCalledOnce()
})

test('without workers the text is read here', async () => {
  const startWorker = () => {
    throw new Error('No worker here')
  }
  expect(await readInWorker('four', { startWorker, readHere: async () => (text) => text.length })).toBe(4)
})
