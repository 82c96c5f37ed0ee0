import { expect, test } from 'vitest'
import { castLength, castText, CastRecorder, parseCast, terminalSize } from './asciicast.ts'

function record() {
  let now = 5_000
  const recorder = new CastRecorder({
    title: 'Host OS · gate-north',
    size: { cols: 100, rows: 30 },
    startedAt: Date.parse('2026-11-20T14:32:07Z'),
    now: () => now,
  })
  recorder.output('$ \u001b[31mls\u001b[0m\r\n')
  now += 1_500
  recorder.resize(80, 24)
  now += 250
  recorder.output('“größe”\r\n')
  return recorder.cast
}

test('a recording is an asciicast v2 file: a header, then events in seconds', () => {
  const [header, ...events] = castText(record())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect(header).toEqual({
    version: 2,
    width: 100,
    height: 30,
    timestamp: 1_795_185_127,
    title: 'Host OS · gate-north',
    env: { TERM: 'xterm-256color' },
  })
  expect(events).toEqual([
    [0, 'o', '$ \u001b[31mls\u001b[0m\r\n'],
    [1.5, 'r', '80x24'],
    [1.75, 'o', '“größe”\r\n'],
  ])
})

test('reads back what it recorded', () => {
  expect(parseCast(castText(record()))).toEqual(record())
  expect(castLength(record())).toBe(1.75)
})

test('ignores unknown events and invalid lines, and rejects other files', () => {
  const head = '{"version":2,"width":80,"height":24}'
  expect(parseCast(`${head}\n[0.5,"i","secret"]\n[1,"o","a"]\nbroken\n`)?.events).toEqual([
    { at: 1, kind: 'o', data: 'a' },
  ])
  expect(parseCast('{"version":1,"width":80,"height":24,"stdout":[]}')).toBeNull()
  expect(parseCast('hello')).toBeNull()
  expect(parseCast('{"version":2,"width":"80","height":24}')).toBeNull()
})

test('reads resize events, and nothing else as such', () => {
  expect(terminalSize({ at: 0, kind: 'r', data: '80x24' })).toEqual({ cols: 80, rows: 24 })
  expect(terminalSize({ at: 0, kind: 'r', data: 'big' })).toBeNull()
  expect(terminalSize({ at: 0, kind: 'o', data: '80x24' })).toBeNull()
})
