import { expect, test } from 'vitest'
import { csvText } from '@/lib/csv.ts'
import { readBulkFile } from './bulk-file.ts'
import {
  changesTable,
  planBulk,
  planUndo,
  stillToDo,
  variableKey,
  type BulkDevice,
  type PlanSetting,
} from './bulk-plan.ts'

const setting: PlanSetting = {
  role: 'developer',
  lists: {
    reservedNames: ['USER'],
    reservedNamespaces: ['BALENA_', 'RESIN_'],
    whiteListedNames: [],
    whiteListedNamespaces: [],
    blackListedNames: [],
  },
}

const device = (id: number, over: Partial<BulkDevice> = {}): BulkDevice => ({
  id,
  uuid: `a${id}`,
  name: `device-${id}`,
  note: '',
  tags: new Map([['site', 'lyon']]),
  variables: new Map([[variableKey('MODE', null), 'slow']]),
  services: new Map([['main', 70 + id]]),
  ...over,
})
const devices = [device(1), device(2), device(3, { name: 'device-2' })]

const plan = async (text: string, known = setting) => planBulk(await readBulkFile(text), devices, known)
const shortly = async (text: string, known = setting) => {
  const { changes, problems, unchanged } = await plan(text, known)
  return [
    ...changes.map(({ device: { id }, label, before, after }) => `${id} ${label}: ${before} > ${after}`),
    ...problems.map(({ line, column, problem }) => `line ${line}, ${column}: ${problem}`),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
  ]
}

test('ignores blank cells, deletes on request, and counts unchanged values [OPS-100]', async () => {
  expect(
    await shortly(
      'uuid,name,note,tag:site,var:MODE,var:main/LEVEL\nA1,new-name,,(delete),fast,3\na2,device-2,(delete),paris,,\n',
    ),
  ).toEqual([
    '1 name: device-1 > new-name',
    '1 tag:site: lyon > null',
    '1 var:MODE: slow > fast',
    '1 var:main/LEVEL: null > 3',
    '2 tag:site: lyon > paris',
    '2 unchanged',
  ])
})

test('an unchanged export changes nothing, whatever it contains [OPS-100]', async () => {
  const odd = device(1, { name: '=cmd', note: 'a\0b\r\n"c"', tags: new Map([['site', "'=x"]]) })
  const text = csvText(
    ['Status', 'Name', 'UUID', 'Notes', 'Tag site'],
    [['Online', odd.name, 'a1', odd.note, "'=x"]],
  )
  const { changes, problems, ignored } = await planBulk(await readBulkFile(text), [odd], setting)
  expect([changes, problems, ignored]).toEqual([[], [], ['Status']])
})

test('reports problems by line and column [OPS-101]', async () => {
  expect(
    await shortly(
      `uuid,name,var:USER,var:BALENA_X,var:none/A,tag:a b\na1,"two\nlines",1,1,1,1\na9,x\n,x\na1,x\na2,${'x'.repeat(256)}\n`,
    ),
  ).toEqual([
    'line 2, name: A name cannot contain line breaks.',
    'line 2, var:USER: This environment variable is reserved and cannot be used.',
    'line 2, var:BALENA_X: Configuration variables are managed through the Configuration page.',
    'line 2, var:none/A: This device has no service none.',
    expect.stringMatching(/^line 2, tag:a b: ./),
    'line 4, uuid: No device a9 in this fleet.',
    'line 5, uuid: The row has no device.',
    'line 6, uuid: Line 2 already has this device.',
    'line 7, name: A name can have at most 255 characters.',
  ])
  expect(await shortly('device,note\ndevice-2,x\ndevice-1,y\n')).toEqual([
    '1 note: null > y',
    'line 2, device: 2 devices are called device-2: use uuid.',
  ])
})

test('limits tags to a shorter length than variables [OPS-101]', async () => {
  const problems = async (column: string, length: number) =>
    (await plan(`uuid,${column}\na1,${'x'.repeat(length)}\n`)).problems.map(({ problem }) => problem)
  expect(await problems('tag:long', 10_000)).toEqual([])
  expect(await problems('tag:long', 10_001)).toEqual(['A tag value can have at most 10,000 characters.'])
  expect(await problems('var:LONG', 100_000)).toEqual([])
  expect(await problems('var:LONG', 100_001)).toEqual(['A value can have at most 100,000 characters.'])
})

test('reports what each role may not do [OPS-102]', async () => {
  const text = 'uuid,name,tag:site,var:MODE,var:NEW\na1,x,y,z,1\n'
  const problems = async (role: PlanSetting['role']) =>
    (await plan(text, { ...setting, role })).problems.map(({ column }) => column)
  expect(await problems('operator')).toEqual([])
  expect(await problems('safe-operator')).toEqual(['var:MODE'])
  expect(await problems('observer')).toEqual(['name', 'tag:site', 'var:MODE', 'var:NEW'])
})

test.each([
  ['uuid,name', 'The file has no rows below its header.'],
  ['name,note\nx,y', 'The header needs a uuid or device column.'],
  ['uuid,tags:x\na1,1', 'Unknown column “tags:x”. Use names such as name, tag:KEY or var:NAME.'],
  ['uuid,note,Notes\na1,1,2', 'Duplicate column “Notes”.'],
  ['uuid,note\na1,1,2', 'Line 2 has more cells than the header.'],
  ['uuid,Status\na1,x', 'None of the columns can be changed.'],
  ['uuid,note\na1,"x', 'Line 2: a quotation mark is not closed.'],
  ['uuid,note\na1,\0', 'This is not a CSV file in UTF-8 or UTF-16.'],
])('rejects the file %j with a message [OPS-101]', async (text, words) => {
  await expect(readBulkFile(text)).rejects.toThrow(words)
})

test('undo restores the old values, except those that someone else has changed [OPS-104]', async () => {
  const { changes } = await plan('uuid,name,tag:site,var:NEW\na1,new,(delete),1\n')
  const after = device(1, {
    name: 'new',
    tags: new Map([['site', 'another']]),
    variables: new Map([[variableKey('NEW', null), '1']]),
  })
  const back = planUndo(changes, [after], setting)
  expect(back.changes.map(({ label, before, after }) => [label, before, after])).toEqual([
    ['name', 'new', 'device-1'],
    ['var:NEW', '1', null],
  ])
  expect(back.problems.map(({ column, problem }) => [column, problem])).toEqual([
    ['tag:site', 'This has been changed since.'],
  ])
})

test('retries changes without a response only if they were not made [OPS-103]', async () => {
  const { changes } = await plan('uuid,name,tag:site\na1,new,paris\n')
  const { made, open } = stillToDo(changes, [device(1, { name: 'new' })])
  expect([made, open].map((some) => some?.map(({ label }) => label))).toEqual([['name'], ['tag:site']])
})

test('saves the remaining changes as a file that makes the same changes [OPS-103]', async () => {
  const { changes } = await plan('uuid,name,tag:site,var:MODE\na1,=new,(delete),\na2,,,"a\nb"\n')
  const { headers, rows } = changesTable(changes)
  const again = await plan(csvText(headers, rows))
  const facts = (some: typeof changes) => some.map(({ device: { id }, label, after }) => [id, label, after])
  expect(facts(again.changes)).toEqual(facts(changes))
})
