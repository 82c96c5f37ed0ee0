import { describe, expect, test } from 'vitest'
import {
  changedRows,
  isCovered,
  isTaken,
  nothingStaged,
  stage,
  unstage,
  valueHere,
  variableKey,
  variableRows,
} from './staged-variables.ts'

const host = { id: 1, name: 'MQTT_HOST', value: 'broker', serviceId: null }
const port = { id: 2, name: 'MQTT_PORT', value: '1883', serviceId: null }
const hostOfHub = { id: 3, name: 'MQTT_HOST', value: 'local', serviceId: 7 }

const states = (rows: ReturnType<typeof variableRows>) =>
  rows.map(({ key, change }) => [key, change?.state ?? null])

test('identifies a row by name, scope and service [FVAR-007]', () => {
  expect(variableKey({ name: 'A', serviceId: null })).toBe('all:A')
  expect(variableKey({ name: 'A', serviceId: 7 })).toBe('service:7:A')
  expect(variableKey({ name: 'A', serviceId: 8 })).not.toBe(variableKey({ name: 'A', serviceId: 7 }))
})

describe('a staged change', () => {
  test('adds, updates or deletes relative to the saved values [FVAR-008]', () => {
    const staged = stage(
      nothingStaged,
      { name: 'NEW', serviceId: null, value: '1' },
      { name: 'MQTT_HOST', serviceId: null, value: 'other' },
      { name: 'MQTT_PORT', serviceId: null, value: null },
    )
    const rows = variableRows([port, host, hostOfHub], staged)
    expect(states(rows)).toEqual([
      ['all:MQTT_HOST', 'updated'],
      ['service:7:MQTT_HOST', null],
      ['all:MQTT_PORT', 'deleted'],
      ['all:NEW', 'added'],
    ])
    expect(changedRows(rows)).toHaveLength(3)
    expect(rows.map(valueHere)).toEqual(['other', 'local', null, '1'])
  })

  test('requesting the saved value is not a change', () => {
    const staged = stage(
      nothingStaged,
      { name: 'MQTT_HOST', serviceId: null, value: 'broker' },
      { name: 'GONE', serviceId: null, value: null },
    )
    expect(changedRows(variableRows([host], staged))).toEqual([])
    expect(variableRows([host], staged)).toHaveLength(1)
  })

  test('adds again what another user has removed in the meantime', () => {
    const staged = stage(nothingStaged, { name: 'MQTT_HOST', serviceId: null, value: 'other' })
    expect(states(variableRows([], staged))).toEqual([['all:MQTT_HOST', 'added']])
  })

  test('discards changes one by one [FVAR-011]', () => {
    const staged = stage(
      nothingStaged,
      { name: 'A', serviceId: null, value: '1' },
      { name: 'A', serviceId: 7, value: '2' },
    )
    expect(Object.keys(unstage(staged, 'all:A'))).toEqual(['service:7:A'])
  })
})

test("a device's row includes the fleet's value that it overrides", () => {
  const own = { ...host, id: 9, value: 'mine' }
  const [row, other] = variableRows([own], nothingStaged, [host, port])
  expect(row).toMatchObject({ saved: own, inherited: host })
  expect(other).toMatchObject({ name: 'MQTT_PORT', saved: null, inherited: port, change: null })
})

test("a device's value for all services takes precedence over its fleet's for one service", () => {
  const coveredKeys = (own: Parameters<typeof variableRows>[0], staged = nothingStaged) => {
    const rows = variableRows(own, staged, [host, hostOfHub])
    return rows.filter((row) => isCovered(row, rows)).map(({ key }) => key)
  }
  expect(coveredKeys([])).toEqual([])
  expect(coveredKeys([{ ...host, id: 9 }])).toEqual(['service:7:MQTT_HOST'])
  expect(
    coveredKeys([
      { ...host, id: 9 },
      { ...hostOfHub, id: 10 },
    ]),
  ).toEqual([])
  const removal = stage(nothingStaged, { name: 'MQTT_HOST', serviceId: null, value: null })
  expect(coveredKeys([{ ...host, id: 9 }], removal)).toEqual([])
})

test('a name can be used once per service [FVAR-026, FVAR-027]', () => {
  const rows = variableRows([host], stage(nothingStaged, { name: 'NEW', serviceId: 7, value: '' }), [port])
  expect(isTaken(rows, { name: 'MQTT_HOST', serviceId: null })).toBe(true)
  expect(isTaken(rows, { name: 'MQTT_HOST', serviceId: 7 })).toBe(false)
  expect(isTaken(rows, { name: 'NEW', serviceId: 7 })).toBe(true)
  expect(isTaken(rows, { name: 'MQTT_PORT', serviceId: null })).toBe(false)
})
