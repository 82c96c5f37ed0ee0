import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutosave } from './autosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const recorded = (...failures: Error[]) => {
  const saved: string[] = []
  const autosave = createAutosave(async (text) => {
    const failure = failures.shift()
    if (failure) throw failure
    saved.push(text)
  })
  return { saved, autosave }
}

test('saves text after a pause of 500 ms [REL-029, REL-030]', async () => {
  const { saved, autosave } = recorded()
  autosave.write('a')
  await vi.advanceTimersByTimeAsync(499)
  autosave.write('ab')
  await vi.advanceTimersByTimeAsync(499)
  expect(saved).toEqual([])
  expect(autosave.state().kind).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(saved).toEqual(['ab'])
  expect(autosave.state().kind).toBe('saved')
})

test('saves text written during a save afterwards', async () => {
  const ends: (() => void)[] = []
  const saved: string[] = []
  const autosave = createAutosave((text) => {
    saved.push(text)
    return new Promise<void>((end) => ends.push(end))
  })
  autosave.write('a')
  await vi.advanceTimersByTimeAsync(500)
  autosave.write('ab')
  await vi.advanceTimersByTimeAsync(500)
  expect(saved).toEqual(['a'])
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(saved).toEqual(['a', 'ab'])
})

test('keeps text that could not be saved, and can retry', async () => {
  const { saved, autosave } = recorded(new Error('down'))
  autosave.write('a')
  await vi.advanceTimersByTimeAsync(500)
  expect(autosave.state()).toMatchObject({ kind: 'failed', error: new Error('down') })
  await autosave.flush()
  expect(saved).toEqual(['a'])
})

test('leaving saves immediately, and invalid text is discarded', async () => {
  const { saved, autosave } = recorded()
  autosave.write('a')
  await autosave.flush()
  expect(saved).toEqual(['a'])
  autosave.write('b')
  autosave.drop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(saved).toEqual(['a'])
})
