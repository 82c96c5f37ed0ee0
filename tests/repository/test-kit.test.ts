import { expect, test } from 'vitest'
import { faultKinds } from '../../openapi/generated/control-values.ts'
import { read } from './files.ts'

const guide = read('docs/test-kit.md')
const ofPage = read('e2e/world.ts')
const shared = read('kit/world.ts')
const package_ = read('docs/kit.md')
const types = read('openapi/generated/control.d.ts')

const firstOf = (found: IterableIterator<RegExpExecArray>) => [...found].map(([, first]) => first ?? '')

/** The text between two marks. */
function between(text: string, from: string, to: string): string {
  const at = text.indexOf(from)
  return text.slice(at, text.indexOf(to, at + from.length))
}

const table = between(guide, '| call ', '\n\n')
const fields = (name: string) =>
  firstOf(between(ofPage, `interface ${name} {`, '\n}').matchAll(/^ {2}(\w+)\??:/gm))

/** The methods of a class, without protected ones. */
const callsOf = (file: string, name: string) =>
  firstOf(
    between(file, `export class ${name}`, '\n}\n').matchAll(/^ {2}(?:override )?(?:async )?([a-z]\w*)\(/gm),
  ).filter((it) => it !== 'constructor')
const ofDevices = firstOf(between(shared, 'interface DeviceHandle {', '\n}').matchAll(/^ {2}(\w+)\(/gm))

test('the guide to the test kit lists every call, and no others', () => {
  const told = new Set(firstOf(table.matchAll(/\b(\w+)\(/g)))
  const calls = [...callsOf(shared, 'World'), ...callsOf(ofPage, 'World')]
  expect(calls.length).toBeGreaterThan(15)
  expect(ofDevices.length).toBeGreaterThan(4)
  expect([...told].sort()).toEqual([...new Set([...calls, ...ofDevices])].sort())
})

test('the guide of the package lists every call, and no others', () => {
  const world = between(package_, '## The world', '### Faults')
  const told = new Set(firstOf(world.matchAll(/[`.](?:world|clock|faults)?\.?(\w+)\(/g)))
  const calls = ['World', 'Clock', 'Faults'].flatMap((name) => callsOf(shared, name))
  expect([...told].sort()).toEqual([...new Set([...calls, ...ofDevices])].sort())
})

test('the guide to the test kit lists every option of worlds and faults', () => {
  const open = table.split('\n').find((line) => line.includes('`open(')) ?? ''
  expect(fields('OpenOptions').filter((name) => !new RegExp(`\\b${name}\\b`).test(open))).toEqual([])
  const faults = between(guide, '## Faults', '## Over HTTP')
  const faultsOfPackage = between(package_, '### Faults', '## In MSW')
  const fault = between(types, ' NewFault: {', '};')
  const ofFault = firstOf(fault.matchAll(/^ {12}(\w+)\??:/gm))
  expect(ofFault.length).toBeGreaterThan(8)
  expect(ofFault.filter((name) => !new RegExp(`\\b${name}\\b`).test(faults))).toEqual([])
  const rows = firstOf(faults.matchAll(/^\| `([\w-]+)`/gm))
  expect(rows.sort()).toEqual(faultKinds.toSorted())
  expect(firstOf(faultsOfPackage.matchAll(/^\| `([\w-]+)`/gm)).sort()).toEqual(faultKinds.toSorted())
})
