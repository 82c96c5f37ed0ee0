import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chainOf, chainText, shortName, type Sent } from '../../bench/chain.ts'
import { isOver, summaryOf } from '../../bench/report.ts'
import { profileOf, type TraceEvent } from '../../bench/trace.ts'

const ORIGIN = 'http://dashboard.test'

const sent = (path: string, type: string, at: number, endedAt?: number): Sent => ({
  url: ORIGIN + path,
  type,
  at,
  endedAt,
})

describe('what a first row waited for', () => {
  const page = [
    sent('/fleets', 'Document', 0, 10),
    sent('/assets/entry-BmV-28qc.js', 'Script', 12, 40),
    sent('/assets/logo.png', 'Image', 41, 199),
    sent('/v7/user?$select=id', 'Fetch', 50, 80),
    sent('/v7/application?$top=50', 'Fetch', 90, 180),
    sent('/v7/device/$count', 'Fetch', 91, undefined),
    sent('/v7/late', 'Fetch', 150, 230),
  ]

  test('is the last response before it, and what each step waited for, but no picture', () => {
    const { links } = chainOf(page, 200)
    expect(links.map(({ name }) => name)).toEqual([
      '/fleets',
      'entry.js',
      '/v7/user?$select=id',
      '/v7/application?$top=50',
    ])
  })

  test('counts round trips for data after the first script, not those beside it', () => {
    expect(chainOf(page, 200).roundTrips).toBe(2)
    const early = page.map((each) => (each.url.includes('user') ? { ...each, at: 11, endedAt: 60 } : each))
    expect(chainOf(early, 200).roundTrips).toBe(1)
  })

  test('is printed with the time between its steps', () => {
    const lines = chainText(chainOf(page, 200), 200)
    expect(lines).toHaveLength(5)
    expect(lines[3]).toContain('(10 ms after the step before)')
    expect(lines.at(-1)).toContain('20 ms after the last response')
  })

  test('a script is named without its hash, and a long query is cut', () => {
    expect(shortName(`${ORIGIN}/assets/shared-48-qdJymW70.js`)).toBe('shared-48.js')
    expect(shortName(`${ORIGIN}/v7/device?$filter=a%20eq%201`)).toBe('/v7/device?$filter=a eq 1')
    expect(shortName(`${ORIGIN}/v7/device?${'x'.repeat(200)}`)).toHaveLength(72)
    expect(shortName(`${ORIGIN}/v7/device?%E0%A4%A`)).toContain('%E0')
  })
})

describe('the profile of a main thread', () => {
  const event = (name: string, ts: number, dur: number, more: Partial<TraceEvent> = {}): TraceEvent => ({
    name,
    ph: 'X',
    pid: 1,
    tid: 1,
    ts: ts * 1_000,
    dur: dur * 1_000,
    ...more,
  })
  const thread = (tid: number): TraceEvent => ({
    ...event('thread_name', 0, 0),
    ph: 'M',
    tid,
    args: { name: 'CrRendererMain' },
  })
  const script = (functionName: string) => ({ args: { data: { url: `${ORIGIN}/entry.js`, functionName } } })
  const trace = [
    thread(1),
    thread(2),
    event('RunTask', 0, 30),
    event('EvaluateScript', 1, 20, script('')),
    event('v8.compile', 2, 5),
    // Another program had the processor for half of this task.
    event('RunTask', 40, 60, { tdur: 30_000 }),
    event('FunctionCall', 41, 40, { tdur: 20_000, ...script('render') }),
    event('Layout', 50, 8, { tdur: 4_000 }),
    event('RunTask', 0, 500, { tid: 2 }),
  ]

  test('counts each piece of time once, for the innermost event, as CPU time', () => {
    const { cpuMs, byWork } = profileOf(trace, ORIGIN)
    expect(cpuMs).toBe(60)
    expect(byWork).toMatchObject({
      compile: 5,
      evaluate: 15,
      callbacks: 16,
      'style and layout': 4,
      other: 20,
    })
  })

  test('separates what comes before a moment, and names the longest task by its script', () => {
    const { cpuBeforeMs, tasks } = profileOf(trace, ORIGIN, 35_000)
    expect(cpuBeforeMs).toBe(30)
    expect(tasks.map(({ script: name }) => name)).toEqual(['entry.js', 'entry.js render'])
  })
})

describe('budgets', () => {
  test('are exceeded beyond their margin only, and a rate by being lower', () => {
    expect(isOver({ what: 'size', value: 180.1, unit: 'kB', budget: 180 })).toBe(true)
    expect(isOver({ what: 'time', value: 110, unit: 'ms', budget: 100, margin: 0.25 })).toBe(false)
    expect(isOver({ what: 'time', value: 126, unit: 'ms', budget: 100, margin: 0.25 })).toBe(true)
    expect(isOver({ what: 'rate', value: 1_600, unit: '/s', budget: 1_500 })).toBe(false)
    expect(isOver({ what: 'rate', value: 1_000, unit: '/s', budget: 1_500, margin: 0.1 })).toBe(true)
    expect(isOver({ what: 'no budget', value: 1e9, unit: 'ms', goal: 1 })).toBe(false)
  })

  test('stand in one table at the end, with what is exceeded first', () => {
    const text = summaryOf([
      {
        title: 'Bundle, gzip',
        figures: [
          { what: 'kept', value: 1, unit: 'kB', budget: 2, goal: 1 },
          { what: 'without any', value: 1, unit: 'kB' },
          { what: 'exceeded', value: 3, unit: 'kB', budget: 2, note: 'long story' },
        ],
      },
    ])
    expect(text).not.toContain('without any')
    expect(text).not.toContain('long story')
    expect(text.indexOf('Bundle: exceeded')).toBeLessThan(text.indexOf('Bundle: kept'))
    expect(text).toContain('1 of 2 are over their budget.')
  })

  test('are all in budgets.ts', () => {
    const folder = join(import.meta.dirname, '../../bench')
    const elsewhere = readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && file !== 'budgets.ts')
      .filter((file) => /\b(?:budget|goal):\s*[\d.]/.test(readFileSync(join(folder, file), 'utf8')))
    expect(elsewhere).toEqual([])
  })
})
