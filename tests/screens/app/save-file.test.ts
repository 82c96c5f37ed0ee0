import { afterEach, expect, test, vi } from 'vitest'
import { saveTextFile } from '../../../src/lib/save-file.ts'
import { captureSavedFiles } from '../saved-files.ts'

afterEach(() => vi.restoreAllMocks())

const bytesOf = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())]

test('a spreadsheet opens a CSV file as UTF-8, because it begins with a byte order mark', async () => {
  const saved = captureSavedFiles()
  saveTextFile('devices.csv', 'Gerät\r\n')
  const [file] = saved
  expect(file?.blob.type).toBe('text/csv;charset=utf-8')
  expect((await bytesOf(file?.blob ?? new Blob())).slice(0, 6)).toEqual([0xef, 0xbb, 0xbf, 0x47, 0x65, 0x72])
})

test.each([
  ['views.json', 'application/json'],
  ['world.yaml', 'application/yaml'],
  ['docker-compose.yml', 'application/yaml'],
  ['log.txt', 'text/plain;charset=utf-8'],
  ['prod.env', 'text/plain;charset=utf-8'],
])('%s has the type of its ending, and no byte order mark', async (name, type) => {
  const saved = captureSavedFiles()
  saveTextFile(name, 'a: 1\n')
  expect([saved[0]?.name, saved[0]?.blob.type]).toEqual([name, type])
  expect(await bytesOf(saved[0]?.blob ?? new Blob())).toEqual([0x61, 0x3a, 0x20, 0x31, 0x0a])
})
