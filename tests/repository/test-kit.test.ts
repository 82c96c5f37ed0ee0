import { expect, test } from 'vitest'
import { read } from './files.ts'

const guide = read('docs/test-kit.md')
const kit = read('e2e/world.ts')
const types = read('openapi/generated/control.d.ts')

const firstOf = (found: IterableIterator<RegExpExecArray>) => [...found].map(([, first]) => first ?? '')

/** The text between two marks. */
function between(text: string, from: string, to: string): string {
  const at = text.indexOf(from)
  return text.slice(at, text.indexOf(to, at + from.length))
}

const table = between(guide, '| call ', '\n\n')
const fields = (name: string) =>
  firstOf(between(kit, `interface ${name} {`, '\n}').matchAll(/^ {2}(\w+)\??:/gm))

test('the guide to the test kit tells every call, and none that is not there', () => {
  const told = new Set(firstOf(table.matchAll(/\b(\w+)\(/g)))
  const body = kit.slice(kit.indexOf('export class World'))
  const calls = firstOf(body.matchAll(/^ {2}(?:async )?([a-z]\w*)\(/gm)).filter((it) => it !== 'constructor')
  const ofDevices = firstOf(between(body, '\n  device(', '\n  }').matchAll(/^ {6}(\w+): /gm))
  expect(calls.length).toBeGreaterThan(15)
  expect(ofDevices.length).toBeGreaterThan(4)
  expect([...told].sort()).toEqual([...new Set([...calls, ...ofDevices])].sort())
})

test('the guide to the test kit tells every wish for a world and for a fault', () => {
  const open = table.split('\n').find((line) => line.includes('`open(')) ?? ''
  expect(fields('OpenOptions').filter((name) => !new RegExp(`\\b${name}\\b`).test(open))).toEqual([])
  const faults = between(guide, '## Faults', '## Over HTTP')
  const fault = between(types, ' NewFault: {', '};')
  const ofFault = firstOf(fault.matchAll(/^ {12}(\w+)\??:/gm))
  expect(ofFault.length).toBeGreaterThan(8)
  expect(ofFault.filter((name) => !new RegExp(`\\b${name}\\b`).test(faults))).toEqual([])
  const kinds = firstOf((/\bkind: (.*);/.exec(fault)?.[1] ?? '').matchAll(/"([\w-]+)"/g))
  const rows = firstOf(faults.matchAll(/^\| `([\w-]+)`/gm))
  expect(rows.sort()).toEqual(kinds.sort())
})
