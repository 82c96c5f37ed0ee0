import { expect, test } from 'vitest'
import type { Cast } from './asciicast.ts'
import { CastPlayback } from './cast-playback.ts'

const cast: Cast = {
  cols: 80,
  rows: 24,
  title: 'Host OS',
  startedAt: null,
  events: [
    { at: 0, kind: 'o', data: 'a' },
    { at: 1, kind: 'o', data: 'b' },
    { at: 1.5, kind: 'r', data: '100x30' },
    { at: 2, kind: 'o', data: 'c' },
  ],
}

function play() {
  let text = ''
  let size = ''
  const playback = new CastPlayback(cast, {
    reset: () => (text = ''),
    write: (more) => (text += more),
    resize: (cols, rows) => (size = `${cols}x${rows}`),
  })
  return { playback, shown: () => [text, size] }
}

test('replays each event at its time, and ends with the last one', () => {
  const { playback, shown } = play()
  expect(shown()).toEqual(['a', '80x24'])
  playback.advance(1.2)
  expect(shown()).toEqual(['ab', '80x24'])
  expect(playback.hasEnded).toBe(false)
  playback.advance(5)
  expect(shown()).toEqual(['abc', '100x30'])
  expect(playback.hasEnded).toBe(true)
  expect(playback.position).toBe(2)
})

test('seeking shows the screen of that time, forward and backward', () => {
  const { playback, shown } = play()
  playback.seek(2)
  expect(shown()).toEqual(['abc', '100x30'])
  playback.seek(1)
  expect(shown()).toEqual(['ab', '80x24'])
})
