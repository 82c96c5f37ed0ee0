import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { PLATFORM_NAMES } from '../../mocks/platforms/platform.ts'
import {
  addEvidence,
  evidenceText,
  EVIDENCE_FILE,
  operationsOfContract,
  readEvidence,
  recordedOperations,
  RECORDED_SOURCE,
} from '../../scripts/parity/evidence.ts'
import type { Evidence, Operation } from '../../scripts/parity/evidence.ts'
import { parityPage, parityTable, parityRows } from '../../scripts/parity/page.ts'

/** How many operations have been compared with a platform, or used by an official client. It only grows. */
const AT_LEAST = { hosted: 179, open: 178 }

const docs = join(import.meta.dirname, '../../docs/platform')
const pageNamed = (name: string) => readFileSync(join(docs, name), 'utf8')

const evidence: Evidence = readEvidence()
let operations: Operation[]
beforeAll(async () => {
  operations = await operationsOfContract()
})

test('the pages about evidence are up to date', () => {
  const hint = 'run `npm run parity`'
  expect(readFileSync(EVIDENCE_FILE, 'utf8') === evidenceText(evidence), hint).toBe(true)
  expect(pageNamed('parity.md') === parityPage(evidence, operations), hint).toBe(true)
  expect(pageNamed('parity.html') === parityTable(evidence, operations), hint).toBe(true)
})

test('evidence names operations, sources and recorded answers that exist, of as many operations as before', () => {
  const known = new Set(operations.map(({ id }) => id))
  const recorded = recordedOperations()
  for (const [id, of] of Object.entries(evidence.operations)) {
    expect(known.has(id), `${id} is in the contract`).toBe(true)
    const sources = Object.values(of).flat()
    expect(sources.filter((source) => evidence.sources[source] === undefined)).toEqual([])
    if (sources.includes(RECORDED_SOURCE))
      expect(recorded.has(id), `an answer of ${id} is recorded`).toBe(true)
  }
  const rows = parityRows(evidence, operations)
  for (const platform of PLATFORM_NAMES) {
    const best = rows.filter(({ levels }) => levels[platform] === 'recorded' || levels[platform] === 'client')
    expect(best.length).toBeGreaterThanOrEqual(AT_LEAST[platform])
  }
})

test('recorded answers are evidence, and evidence is only added', () => {
  const copy = structuredClone(evidence)
  expect(addEvidence(copy, RECORDED_SOURCE, recordedOperations(), ['open'])).toBe(0)
  expect(addEvidence(copy, RECORDED_SOURCE, ['account.changeEmail'], ['open'])).toBe(1)
  for (const [id, of] of Object.entries(evidence.operations)) expect(copy.operations[id]).toMatchObject(of)
})

test('known differences are of operations of the contract', () => {
  const known = new Set(operations.map(({ id }) => id))
  expect(Object.keys(evidence.differences).filter((id) => !known.has(id))).toEqual([])
})
