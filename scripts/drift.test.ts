import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Schema } from '@cfworker/json-schema'
import { expect, onTestFinished, test } from 'vitest'
import { createCloud } from '../mocks/cloud.ts'
import type { Cloud } from '../mocks/cloud.ts'
import { serveCloud } from '../mocks/hosts/http-server.ts'
import type { PlatformName } from '../mocks/platforms/platform.ts'
import { findDrift } from './drift/compare.ts'
import { compareFields } from './drift/fields.ts'
import { requestPlans, leftOut, serviceReads } from './drift/plan.ts'
import { isDrift, lastLine, operationReport, driftSummary } from './drift/report.ts'
import { createSide, isMock, whichPlatform } from './drift/side.ts'
import type { Evidence } from './parity/evidence.ts'
import { saveComparison } from './parity/save-comparison.ts'

type Row = Record<string, unknown>
type Change = (request: Request, response: Response) => Response | Promise<Response>

/** A platform over HTTP that records its requests, and whose responses a test may change. */
async function aPlatform(
  change: Change = (_request, response) => response,
  platform: PlatformName = 'hosted',
) {
  const cloud = createCloud({ scenario: 'first-look', platform })
  cloud.clock.setSpeed(0)
  const methods = new Set<string>()
  const changed: Cloud = {
    ...cloud,
    async handle(request) {
      methods.add(request.method)
      return change(request, await cloud.handle(request))
    },
  }
  const { url, close } = await serveCloud({ cloud: changed })
  onTestFinished(async () => {
    await close()
    cloud.dispose()
  })
  const signIn = new Request(`${url}/login_`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password: 'flotilla-demo' }),
  })
  const token = await (await cloud.handle(signIn)).text()
  return { url, token, methods, side: createSide({ name: url, url, token, pauseMs: 0 }) }
}

/** Changes the first row of every list of devices. */
const withFirstDevice =
  (alter: (row: Row) => Row): Change =>
  async (request, response) => {
    if (!new URL(request.url).pathname.endsWith('/v7/device')) return response
    const { d } = (await response.json()) as { d: Row[] }
    return Response.json({ d: d.map((row, at) => (at === 0 ? alter(row) : row)) })
  }

test('two identical platforms do not drift, and are never written to', async () => {
  const [live, mock] = await Promise.all([aPlatform(), aPlatform()])
  const all = await findDrift({ live: live.side, mock: mock.side })
  expect(all.filter(isDrift).map(operationReport)).toEqual([])
  expect(driftSummary(all)).toMatchObject({ drifting: 0, different: 0 })
  expect(driftSummary(all).asked).toBeGreaterThan(200)
  expect([...live.methods]).toEqual(['GET'])
})

test('detects the open-source backend, and two of them do not drift', async () => {
  const asOpen = () => aPlatform(undefined, 'open')
  const [live, mock, hosted] = await Promise.all([asOpen(), asOpen(), aPlatform()])
  expect([await whichPlatform(live.url), await whichPlatform(hosted.url)]).toEqual(['open', 'hosted'])
  const all = await findDrift({ live: live.side, mock: mock.side, platform: 'open' })
  expect(all.filter(isDrift).map(operationReport)).toEqual([])
  expect(driftSummary(all)).toMatchObject({ drifting: 0, different: 0 })
  expect(all.find(({ operation }) => operation === 'config.platform')?.live?.status).toBe(404)
  expect(all.find(({ operation }) => operation === 'team.list')?.live?.status).toBe(401)
})

test('reports a field as missing on the open-source backend only if that backend has it', async () => {
  const strange = withFirstDevice(({ uuid: _gone, ...row }) => row)
  const [live, mock] = await Promise.all([aPlatform(strange, 'open'), aPlatform(undefined, 'open')])
  const all = await findDrift({ live: live.side, mock: mock.side, platform: 'open', only: 'device.list' })
  expect(all[0]?.live?.missing).toEqual(['d[].uuid'])
  const asHosted = await findDrift({ live: mock.side, mock: mock.side, only: 'device.list' })
  expect(asHosted[0]?.live?.missing).toContain('d[].is_frozen')
})

test('reports unknown, missing and retyped fields of a live response with their paths', async () => {
  const live = await aPlatform(
    withFirstDevice(({ uuid: _gone, ...row }) => ({ ...row, colour: 'red', device_name: 7 })),
  )
  const mock = await aPlatform()
  const all = await findDrift({ live: live.side, mock: mock.side, only: 'device.list' })
  expect(all).toHaveLength(1)
  expect(all[0]?.live).toMatchObject({
    status: 200,
    unknown: ['d[].colour'],
    missing: ['d[].uuid'],
    retyped: ['d[].device_name: integer, not string'],
    other: [],
  })
  expect(all[0]?.mock).toMatchObject({ unknown: [], missing: [], retyped: [], other: [] })
  expect(all.map(operationReport).join()).toMatch(/✗ device\.list +200, 1 unknown, 1 missing, 1 retyped +200/)
  expect(lastLine(driftSummary(all))).toMatch(/^1 operations asked: 1 drift/)
})

test('reports a status and a value that are not in the contract', async () => {
  const live = await aPlatform((request, response) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/config') return new Response(null, { status: 418 })
    return response
  })
  const mock = await aPlatform()
  const all = await findDrift({ live: live.side, mock: mock.side, only: 'config.platform' })
  expect(all[0]?.live).toMatchObject({ status: 418, other: ['status 418 is not in the contract'] })
  expect(all[0]?.mock).toMatchObject({ status: 200, other: [] })
})

test('reports an unreachable platform instead of throwing', async () => {
  const mock = await aPlatform()
  const gone = createSide({ name: 'live', url: 'http://127.0.0.1:1', token: 'x', pauseMs: 0 })
  const all = await findDrift({ live: gone, mock: mock.side, only: 'config.ping' })
  expect(all[0]?.live).toMatchObject({ status: 0, other: [expect.stringContaining('did not answer')] })
  expect(all.some(isDrift)).toBe(true)
})

test('waits as long as a platform that throttles requests asks for', async () => {
  const waits: number[] = []
  let left = 2
  const side = createSide({
    name: 'live',
    url: 'https://api.platform.example',
    token: 'x',
    pauseMs: 250,
    sleep: async (ms) => void waits.push(ms),
    fetch: async () =>
      left-- > 0
        ? new Response(null, { status: 429, headers: left === 1 ? { 'retry-after': '30' } : {} })
        : new Response('OK'),
  })
  expect((await side.get('/ping')).response.status).toBe(200)
  expect(waits).toEqual([250, 30_000, 250, 5_000, 250])
})

test('every service that is read is either requested or left out for a reason', () => {
  const undecided = serviceReads.filter(
    ({ id }) => (requestPlans[id] === undefined) === (leftOut[id] === undefined),
  )
  expect(undecided.map(({ id }) => id)).toEqual([])
})

test('free-form values are not compared, and no alternative of a schema is required', () => {
  const schema: Schema = {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' }, labels: { type: 'object' } },
    oneOf: [{ required: ['size'], properties: { size: { type: ['integer', 'null'] } } }],
  }
  expect(compareFields({ kind: 'a', labels: { '17': 1 }, size: null }, schema, {})).toEqual({
    unknown: [],
    missing: [],
    retyped: [],
    seen: ['kind', 'labels', 'size'],
  })
  expect(compareFields({ size: 'big' }, schema, {})).toMatchObject({
    missing: ['kind'],
    retyped: ['size: string, not integer or null'],
  })
})

test('exits with 1 and a file on drift, with 0 without drift, and with 2 on wrong usage', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flotilla-drift-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'drift.json')
  const command = (...args: string[]) =>
    new Promise<{ code: number; out: string }>((resolve) => {
      execFile(process.execPath, [join(import.meta.dirname, 'drift.ts'), ...args], (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: out + err }),
      )
    })
  const live = await aPlatform(withFirstDevice((row) => ({ ...row, colour: 'red' })))
  const at = ['--api', live.url, '--token', live.token, '--pause', '0']

  const [drifting, fine, misused] = await Promise.all([
    command(...at, '--only', 'device.list', '--json', file),
    command(...at, '--only', 'config.p'),
    command('--api', live.url),
  ])
  expect(drifting).toMatchObject({ code: 1, out: expect.stringContaining('live unknown: d[].colour') })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    api: live.url,
    summary: { asked: 1, drifting: 1 },
    operations: [{ operation: 'device.list', live: { unknown: ['d[].colour'] } }],
  })
  expect(fine).toMatchObject({ code: 0, out: expect.stringContaining('2 operations asked: 0 drift') })
  expect(misused).toMatchObject({ code: 2, out: expect.stringContaining('--token is needed') })
})

test('a comparison is saved: evidence for what is answered alike, differences for the rest, and nothing of before is lost', async () => {
  const live = await aPlatform(withFirstDevice(({ uuid: _gone, ...row }) => ({ ...row, colour: 'red' })))
  const mock = await aPlatform()
  const compare = (side: typeof live.side) => findDrift({ live: side, mock: mock.side, only: 'device.' })
  const evidence: Evidence = {
    sources: { before: { level: 'client', title: 'a client' } },
    operations: { 'device.count': { hosted: ['before'] } },
    differences: { 'device.list': { hosted: ['known before'] } },
  }
  const platform = { platform: 'hosted', version: '7.1.0', date: '2026-11-26' } as const
  const saved = saveComparison(evidence, await compare(live.side), platform)
  expect(saved.different).toBe(1)
  expect(evidence.sources['compared-hosted-7.1.0']).toEqual({
    level: 'recorded',
    title: 'compared with the hosted platform 7.1.0',
    ...platform,
  })
  expect(evidence.operations['device.count']).toEqual({ hosted: ['before', 'compared-hosted-7.1.0'] })
  expect(evidence.operations['device.list']).toBeUndefined()
  expect(evidence.differences['device.list']?.hosted).toEqual([
    'known before',
    'compared: sends d[].colour, which the contract does not know',
    'compared: lacks d[].uuid',
  ])
  // When it is gone, so is the difference.
  saveComparison(evidence, await compare(mock.side), platform)
  expect(evidence.differences).toEqual({ 'device.list': { hosted: ['known before'] } })
  expect(evidence.operations['device.list']).toEqual({ hosted: ['compared-hosted-7.1.0'] })
})

test.each([401, 403, 429, 503])('an answer of %d says nothing about an operation', async (status) => {
  const mock = await aPlatform()
  const [one] = await findDrift({ live: mock.side, mock: mock.side, only: 'device.count' })
  if (one === undefined || one.live === null) throw new Error('device.count was not asked')
  const evidence: Evidence = { sources: {}, operations: {}, differences: {} }
  const platform = { platform: 'hosted', version: undefined, date: '2026-11-26' } as const
  const compared = { ...one, live: { ...one.live, status } }
  expect(saveComparison(evidence, [compared], platform)).toEqual({ alike: 0, different: 0 })
  expect([evidence.operations, evidence.differences]).toEqual([{}, {}])
  expect(saveComparison(evidence, [one], platform)).toEqual({ alike: 1, different: 0 })
})

test('a mock cloud of either kind is no platform that evidence could come from', async () => {
  const [hosted, open] = await Promise.all([aPlatform(), aPlatform(undefined, 'open')])
  expect([await isMock(hosted.url), await isMock(open.url)]).toEqual([true, true])
  const real = async () => new Response(null, { status: 404 })
  expect(await isMock('https://api.example', real)).toBe(false)
})
