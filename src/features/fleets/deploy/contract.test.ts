import { expect, test } from 'vitest'
import { readContract } from './contract.ts'
import { otherClass } from './deploy-class.ts'

test('reads the name, device types and variables of a contract', () => {
  const contract = readContract(`
name: greenhouse
type: sw.application
version: 2
data:
  defaultDeviceType: raspberrypi5
  supportedDeviceTypes: [raspberrypi5, generic-amd64]
  applicationConfigVariables:
    - BALENA_HOST_CONFIG_gpu_mem: 64
  applicationEnvironmentVariables:
    - EVERY_S: 30
    - VERBOSE: false
    - TITLE: The greenhouse
    - NOTHING:
    - FORMULA=a=b
    - EVERY_S: 60
`)
  expect(contract).toEqual({
    name: 'greenhouse',
    type: 'sw.application',
    version: '2',
    defaultDeviceType: 'raspberrypi5',
    supportedDeviceTypes: ['raspberrypi5', 'generic-amd64'],
    configVariables: [{ name: 'BALENA_HOST_CONFIG_gpu_mem', value: '64' }],
    environmentVariables: [
      { name: 'EVERY_S', value: '60' },
      { name: 'VERBOSE', value: 'false' },
      { name: 'TITLE', value: 'The greenhouse' },
      { name: 'NOTHING', value: '' },
      { name: 'FORMULA', value: 'a=b' },
    ],
  })
})

test.each([
  'name: plain\n',
  'name: plain\ntype: sw.application\ndata:\n',
  'name: plain\ndata: ~\n',
  'name: plain\ndata: {}\n',
  'name: plain\r\ndata:\r\n  applicationEnvironmentVariables:\r\n  supportedDeviceTypes:\r\n',
  '\uFEFFname: plain\n',
  '{"name": "plain", "data": {"supportedDeviceTypes": []}}',
  '{\n\t"name": "plain",\n}',
  '{"//": "made by hand", "name": "plain", "/*": 1}',
  '%YAML 1.2\n---\nname: plain\n...\n',
  'name:\tplain\rtype: sw.application\r',
  'name: plain # a name\nothers: [1, {a: b}]\nDATA: 1\n',
  'x: &x\n  - *x\nname: plain',
])('accepts the contract %j without deployment settings', (file) => {
  expect(readContract(file)).toMatchObject({
    name: 'plain',
    defaultDeviceType: null,
    supportedDeviceTypes: [],
    configVariables: [],
    environmentVariables: [],
  })
})

/** The variables of a contract with these lines, as NAME=value. */
const variables = (...lines: string[]) =>
  readContract(
    [
      'x: &x { A: 1, B: two }',
      'y: &y { B: three, C: 4 }',
      'name: n',
      'data:',
      '  applicationEnvironmentVariables:',
    ]
      .concat(lines.map((line) => `    ${line}`))
      .join('\n'),
  ).environmentVariables.map(({ name, value }) => `${name}=${value}`)

test.each([
  ['- 1.10: a', ['1.10=a']],
  [
    '- A: 1.10\n    - B: 0x1F\n    - C: 0o17\n    - D: 1_000\n    - E: 1e3\n    - F: .5',
    ['A=1.10', 'B=0x1F', 'C=0o17', 'D=1_000', 'E=1e3', 'F=.5'],
  ],
  ['- A: True\n    - B: yes\n    - C: NULL\n    - D: "null"', ['A=True', 'B=yes', 'C=', 'D=null']],
  [
    '- A: 2026-11-20\n    - B: 22:22\n    - C: 12345678901234567890',
    ['A=2026-11-20', 'B=22:22', 'C=12345678901234567890'],
  ],
  ['- A: |\n        one\n        two', ['A=one\ntwo\n']],
  ["- A: 'it''s'\n    - B: \"tab\\t\"", ["A=it's", 'B=tab\t']],
  ['- name: LEVEL\n      value: debug\n    - MODE: fast', ['LEVEL=debug', 'MODE=fast']],
  ['- { value: 1.10, name: LEVEL }', ['LEVEL=1.10']],
  ['- name: EMPTY\n      value:', ['EMPTY=']],
  ['name: LEVEL\n    value: debug', ['name=LEVEL', 'value=debug']],
  ['- *x', ['A=1', 'B=two']],
  ['- <<: *x\n      B: own', ['A=1', 'B=own']],
  ['- B: own\n      <<: [*x, *y]', ['A=1', 'B=own', 'C=4']],
  ['<<: [*y, *x]', ['B=three', 'C=4', 'A=1']],
  ['- A=1\n    - "B=a b"\n    - C=', ['A=1', 'B=a b', 'C=']],
  ['- "<<": literal', ['<<=literal']],
  [
    '- A: >-\n        one\n        two\n    - B: |+\n        three\n\n    - C: 4',
    ['A=one two', 'B=three\n\n', 'C=4'],
  ],
  ['- A: one\n        two\n    - B: "one\n        two"', ['A=one two', 'B=one two']],
  ['- A: "\\u00e9\\x41\\n"', ['A=éA\n']],
  ['- A: &v 1.10\n    - B: *v', ['A=1.10', 'B=1.10']],
  ['- A: !!str 0x1\n    - B: !!int "3"\n    - C: !!timestamp 2026-01-01', ['A=0x1', 'B=3', 'C=2026-01-01']],
  ['- ? A\n      : 1', ['A=1']],
  ['- A: 1\n      B: 2', ['A=1', 'B=2']],
  ['[A: 1, B: 2]', ['A=1', 'B=2']],
  ['{A: 1, B: 2}', ['A=1', 'B=2']],
  ['- yes: 1\n    - on: 2\n    - true: 3', ['yes=1', 'on=2', 'true=3']],
  ['- A: x#y # z', ['A=x#y']],
  ['- A: &x', ['A=']],
  ['- A: |', ['A=']],
  ['- A: ${X}\n    - B: "{{ x }}"', ['A=${X}', 'B={{ x }}']],
  ['- A: 2026-11-20T14:00:00Z\n    - B: 12:30:45', ['A=2026-11-20T14:00:00Z', 'B=12:30:45']],
  [
    '- A: 0755\n    - B: 08\n    - C: 0b11\n    - D: +1\n    - E: -0',
    ['A=0755', 'B=08', 'C=0b11', 'D=+1', 'E=-0'],
  ],
  ['- A: 1e400\n    - B: .inf\n    - C: .NaN', ['A=1e400', 'B=.inf', 'C=.NaN']],
  ['- A: y\n    - B: N\n    - C: On\n    - D: FALSE', ['A=y', 'B=N', 'C=On', 'D=FALSE']],
  ['- A="b"', ['A="b"']],
  ['- A: C:\\temp\n    - B: a\u2028b', ['A=C:\\temp', 'B=a\u2028b']],
])('takes the variables %j as they are written', (lines, found) => {
  expect(variables(lines)).toEqual(found)
})

test('a merged mapping gives the device types, unless the data says otherwise', () => {
  const file = (data: string) =>
    `x: &x { defaultDeviceType: raspberrypi4-64, supportedDeviceTypes: [raspberrypi4-64] }\ndata: ${data}\n`
  expect(readContract(file('{ <<: *x }'))).toMatchObject({
    defaultDeviceType: 'raspberrypi4-64',
    supportedDeviceTypes: ['raspberrypi4-64'],
  })
  expect(readContract(file('{ <<: *x, defaultDeviceType: raspberrypi5 }')).defaultDeviceType).toBe(
    'raspberrypi5',
  )
  expect(readContract(file('*x')).defaultDeviceType).toBe('raspberrypi4-64')
  expect(readContract(file('{ supportedDeviceTypes: raspberrypi5 }')).supportedDeviceTypes).toEqual([
    'raspberrypi5',
  ])
})

test.each([
  ['hello', 'Line 1: balena.yml must be a list of keys with values'],
  ['- hello', 'Line 1: balena.yml must be a list of keys with values'],
  ['name: a\n---\nname: b', 'Line 2: Another document begins here (---); the file may have only one'],
  ['', 'the contract is empty'],
  ['# nothing\n', 'the contract is empty'],
  ['name: a\ndata: []', 'Line 2: data must be a list of keys with values'],
  ['type: x\nname: []', 'Line 2: name must be a single value'],
  ['data:\n  defaultDeviceType: [raspberrypi5]', 'Line 2: defaultDeviceType must be a single value'],
  [
    'data:\n  supportedDeviceTypes:\n    - a\n    - b: c',
    'Line 4: supportedDeviceTypes must be a list of values',
  ],
  ['data:\n  supportedDeviceTypes:\n    - a\n    -', 'supportedDeviceTypes must be a list of values'],
  ['data:\n  applicationEnvironmentVariables: [1, 2]', 'Line 2: “1” has no value'],
  [
    'data:\n  applicationEnvironmentVariables: a',
    'Line 2: applicationEnvironmentVariables must be a list of NAME',
  ],
  [
    'data:\n  applicationEnvironmentVariables:\n    - [LEVEL, debug]',
    'Line 3: applicationEnvironmentVariables must be',
  ],
  ['data:\n  applicationConfigVariables:\n    - A: 1\n    - B: [1]', 'Line 4: B must be a single value'],
  ['data:\n  applicationEnvironmentVariables:\n    - JUST_A_NAME', 'Line 3: “JUST_A_NAME” has no value'],
  [
    'data:\n  applicationEnvironmentVariables:\n    - name: LEVEL',
    'Line 3: name and value must stand together',
  ],
  [
    'data:\n  applicationEnvironmentVariables:\n    - name: A\n      value: 1\n      secret: x',
    'Line 3: name and value',
  ],
  ['data:\n  applicationEnvironmentVariables:\n    - name:\n      value: 1', 'Line 3: a variable of'],
  ['data:\n  <<: text', 'Line 2: << must name a mapping'],
  ['a: &a { <<: *a }\ndata: *a', /nested too deeply|Unresolved alias/],
  ['data:\n  name: a\n  name: b', 'Line 3: “name” is there twice'],
  ['data:\n  applicationEnvironmentVariables:\n    - A=b: c', 'Line 3: “A=b” cannot be the name'],
  ['data:\n  applicationEnvironmentVariables:\n    - a b: c', 'Line 3: “a b” cannot be the name'],
  ['data:\n  applicationEnvironmentVariables:\n    - A = b', 'Line 3: “A = b” has no value'],
  ['data:\n  applicationEnvironmentVariables:\n    - Name: A\n      Value: 1', 'Line 3: name and value must'],
  ['data:\n  applicationEnvironmentVariables:\n    - key: A\n      value: 1', 'Line 3: name and value must'],
  [
    'data:\n  applicationEnvironmentVariables:\n    - name: A\n      valueFrom: x',
    'Line 3: name and value must',
  ],
  [
    'data:\n  applicationEnvironmentVariables:\n    - name: A\n      value: {x: 1}',
    'Line 4: A must be a single',
  ],
  ['data:\n  applicationEnvironmentVariables:\n    - main:\n      - A: 1', 'Line 3: main must be a single'],
  ['data:\n  applicationEnvironmentVariables:\n    - ~: 1', 'Line 3: a variable of'],
  ['data:\n  applicationEnvironmentVariables:\n    - ? [a, b]\n      : 1', 'Line 3: a variable of'],
  ['data:\n  applicationEnvironmentVariables:\n    - A: {{ x }}', 'Line 3: A must be a single value'],
  [
    'data:\n  applicationEnvironmentVariables:\n    - A: !!binary aGVsbG8=',
    'Line 3: the tag tag:yaml.org,2002:binary',
  ],
  ['data:\n  applicationEnvironmentVariables:\n    - A: x: y', 'Line 3: '],
  ['data:\n  applicationEnvironmentVariables:\n    - A: @x', 'Line 3: Plain value cannot start'],
  ['data:\n  applicationEnvironmentVariables:\n    A: 1\n    A: 2', 'Line 4: “A” is there twice'],
  ['data:\n  supportedDeviceTypes: [""]', 'Line 2: supportedDeviceTypes must be a list of values'],
  ['data:\n  supportedDeviceTypes: [[a]]', 'Line 2: supportedDeviceTypes must be a list of values'],
  ['data:\n  supportedDeviceTypes:\n    a: b', 'Line 3: supportedDeviceTypes must be a list of values'],
  ['data: false', 'Line 1: data must be a list of keys with values'],
  ['{"name": "a", // x\n"type": "b"}', 'Line 1: JSON has no comments'],
  ['name: a\ntype: b\u0001', 'Line 2: There is a control character'],
  ['name: a\ud800', 'Line 1: There is a control character'],
  ['name: a\n...\nname: b', 'Line 3: Another document begins here'],
  ['name = a', 'Line 1: balena.yml must be'],
  ['<!DOCTYPE html><html>', 'Line 1: balena.yml must be'],
  ['data: *gone', 'Line 1: *gone stands for nothing'],
  ['data:\n\tname: a', 'Line 2: Tabs are not allowed'],
  ['name: !secret a', 'Line 1: the tag !secret is not known'],
  ['name: a\n---\nname: b', 'Line 2: '],
  ['- '.repeat(30_000), 'The file is nested too deeply'],
  ['['.repeat(30_000), 'The file is nested too deeply'],
  [`name: ${'x'.repeat(600_000)}`, 'The file is too large'],
])('refuses the contract %j with the line', (file, reason) => {
  const problem = () => {
    try {
      return readContract(file)
    } catch (error) {
      const { line, message } = error as { line: number | null; message: string }
      return line === null ? message : `Line ${line}: ${message}`
    }
  }
  if (typeof reason === 'string') expect(problem()).toContain(reason)
  else expect(problem()).toMatch(reason)
})

test('mappings that merge each other many times over are refused', () => {
  const levels = Array.from(
    { length: 18 },
    (_, nth) => `a${nth + 1}: &a${nth + 1} { <<: [*a${nth}, *a${nth}] }`,
  )
  const file = ['a0: &a0 { A: 1 }', ...levels, 'data: *a18'].join('\n')
  expect(() => readContract(file)).toThrow('nested too deeply')
})

test('distinguishes the contracts of blocks and fleets; fleets and apps are the same', () => {
  expect(otherClass({ type: 'sw.block' }, 'fleet')).toBe('block')
  expect(otherClass({ type: 'sw.block' }, 'block')).toBeUndefined()
  expect(otherClass({ type: 'sw.application' }, 'block')).toBe('fleet')
  expect(otherClass({ type: 'sw.application' }, 'app')).toBeUndefined()
  expect(otherClass({ type: null }, 'block')).toBeUndefined()
  expect(otherClass(null, 'fleet')).toBeUndefined()
})
