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

test.each([
  // As Excel, LibreOffice, Numbers and Google save a table of the same two cells.
  ['CSV UTF-8', '\uFEFFuuid,name\r\na1,new\r\n'],
  ['with semicolons', '\uFEFFuuid;name\r\na1;new\r\n'],
  ['Unicode text', 'uuid\tname\r\na1\tnew\r\n'],
  ['all in quotes', '"uuid","name"\n"a1","new"\n'],
  ['with empty cells to the right', 'uuid,name,,\r\na1,new,,\r\n,,,\r\n'],
  ['with empty cells beyond the header', 'uuid,name\na1,new,, \n'],
  ['with a line that names the separator', 'sep=;\r\nuuid;name\r\na1;new\r\n'],
  ['with that line and a mark', '\uFEFFsep=|\nuuid|name\na1|new\n'],
  ['without an end', 'uuid,name\na1,new'],
  ['of an old system', 'uuid,name\ra1,new\r'],
  ['with empty lines before', '\r\n\n  \nuuid;name\na1;new\n'],
  ['with empty rows between', 'uuid,name\n\n,\n"",""\na1,new\n'],
  ['with other letters in the header', ' UUID , Name \nA1,new\n'],
  ['with blanks around', 'uuid,name\n a1 , new \n'],
  ['with another column first', 'name,uuid\nnew,a1\n'],
  ['with columns of the export', 'Status,Name,UUID\nOnline,new,a1\n'],
])('reads a file as programs save it: %s [OPS-101]', async (_, text) => {
  expect(await shortly(text)).toEqual([expect.stringMatching(/^1 name: device-1 > new$/i)])
})

test.each([
  ['uuid,name\na1,#NAME?\n', '#NAME? is an error of a spreadsheet, which took the value for a formula.'],
  ['uuid,note\na1,Err:509\n', 'Err:509 is an error of a spreadsheet, which took the value for a formula.'],
  [
    'uuid,name\n"1,23457E+31",x\n',
    'A spreadsheet rounded the identifier to 1,23457e+31. Format the column as text',
  ],
  ['uuid,name\n1E+10,x\n', 'A spreadsheet rounded the identifier to 1e+10.'],
  ['uuid,name\n# a1,x\n', 'No device # a1 in this fleet.'],
  ['uuid,name\na1;x\n', 'No device a1;x in this fleet.'],
])('says what a spreadsheet did to %j [OPS-101]', async (text, problem) => {
  expect(await shortly(text)).toEqual([expect.stringContaining(problem)])
})

test.each([
  ['uuid|name\na1|x\n', 'The header needs a uuid or device column.'],
  ['a1,new\na2,x\n', 'The header needs a uuid or device column.'],
  ['uuid,name\na1,new,more\n', 'Line 2 has more cells than the header.'],
  ['uuid,name,NAME\na1,x,y\n', 'Duplicate column “NAME”.'],
  ['uuid,nmae\na1,x\n', 'Unknown column “nmae”.'],
  ['uuid,name\n', 'The file has no rows below its header.'],
  ['uuid,name\n"a1,x\n', 'Line 2: a quotation mark is not closed.'],
  ['uuid,name\na1,"x" y\n', 'Line 2: unexpected text after a closing quotation mark.'],
  ['<html><body>', 'The file has no rows below its header.'],
  ['PK\u0003\u0004\0', 'This is not a CSV file'],
])('refuses the file %j as a whole [OPS-101]', async (text, problem) => {
  await expect(readBulkFile(text)).rejects.toThrow(problem)
})

test('what a spreadsheet saves otherwise is unchanged: line ends, and texts longer than its cells are not cut [OPS-100]', async () => {
  const note = 'one\r\ntwo\rthree'
  const long = 'x'.repeat(40_000)
  const odd = [device(1, { note }), device(2, { note: long })]
  const rows = csvText(
    ['uuid', 'note'],
    [
      ['a1', 'one\ntwo\nthree'],
      ['a2', long.slice(0, 32_767)],
    ],
  )
  const { changes, problems, unchanged } = await planBulk(await readBulkFile(rows), odd, setting)
  expect([changes, unchanged]).toEqual([[], 1])
  expect(problems.map(({ problem }) => problem)).toEqual([
    'A spreadsheet cut the value at 32,767 characters.',
  ])
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
