import { beforeEach, expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { presetColumns, presetNames, presetShown, storedPresets, withPreset } from './column-presets.ts'
import { defaultColumns } from './device-columns.tsx'

beforeEach(() =>
  connectApi({
    apiUrl: 'https://api.platform.example',
    terminalUrl: 'wss://terminal.platform.example',
    tokenKey: 'token',
    fetch: async () => new Response(),
  }),
)

const usual = { columns: defaultColumns, widths: {} }

test('every preset contains the device name and is recognized by its columns [OPS-092]', () => {
  for (const name of presetNames) {
    const columns = presetColumns(name)
    expect(columns).toContain('device_name')
    expect(presetShown({ columns, widths: { device_name: 300 } }, usual, [])).toEqual({
      kind: 'preset',
      name,
    })
  }
  expect(presetShown(usual, usual, [])).toEqual({ kind: 'usual' })
  expect(presetShown({ columns: ['device_name', 'note'], widths: {} }, usual, [])).toEqual({ kind: 'custom' })
})

test('saving a preset replaces the one with the same name, including its widths [OPS-092]', () => {
  const notes = { columns: ['device_name', 'note'] as const, widths: { note: 300 } }
  const first = withPreset([], 'Mine', usual)
  const second = withPreset(withPreset(first, 'Another', usual), 'Mine', notes)
  expect(second).toEqual([
    expect.objectContaining({ name: 'Another' }),
    { name: 'Mine', columns: 'device_name,note:300' },
  ])
  expect(presetShown(notes, usual, second)).toEqual({ kind: 'own', name: 'Mine' })
})

test('ignores invalid stored presets [OPS-092]', () => {
  const storage = new Map<string, string>()
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    },
  })
  storage.set(
    'device-column-presets',
    JSON.stringify([
      { name: 'Good', columns: 'device_name,note' },
      { name: 'Nothing known', columns: 'colour' },
      { name: 'x'.repeat(41), columns: 'device_name' },
      { name: 3, columns: 'device_name' },
      null,
    ]),
  )
  expect(storedPresets.get()).toEqual([{ name: 'Good', columns: 'device_name,note' }])
  Reflect.deleteProperty(globalThis, 'localStorage')
})
