import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { nameLimits, nameProblem } from '@/domain/device/device-name.ts'
import { LONGEST_DEVICE_TAG, tagNameProblem } from '@/domain/tags/tags.ts'
import { environmentNameProblem, LONGEST_VALUE, type NameLists } from '@/domain/variable/variable-names.ts'
import { cellText, safeText } from '@/lib/csv.ts'
import { bulkProblemText } from '@/messages/device-list/bulk-changes.ts'
import { renameText } from '@/messages/device-page/device.ts'
import { createSlices, DELETE_WORD, fieldKey, type BulkFile, type Field } from './bulk-file.ts'

/** The attributes of a device that bulk changes read and write. */
export interface BulkDevice {
  id: number
  uuid: string
  name: string
  note: string
  tags: ReadonlyMap<string, string>
  /** Keyed by `variableKey`. */
  variables: ReadonlyMap<string, string>
  /** Ids of its service installs, by service name. */
  services: ReadonlyMap<string, number>
}

/** The change of one cell. Null: the value does not exist. */
export interface BulkChange {
  line: number
  device: BulkDevice
  field: Field
  /** As written in the header of the file. */
  label: string
  before: string | null
  after: string | null
}

export interface BulkProblem {
  line: number
  /** The name of the device, or the identifier in the file if it is unknown. */
  device: string
  column: string
  problem: string
}

export interface BulkPlan {
  changes: readonly BulkChange[]
  problems: readonly BulkProblem[]
  /** Number of cells that already match. */
  unchanged: number
  ignored: readonly string[]
}

export interface PlanSetting {
  role: Role
  lists: NameLists
}

export const variableKey = (name: string, service: string | null): string => JSON.stringify([service, name])

/** The current value of a field; null if there is none. */
function currentValue(device: BulkDevice, field: Field): string | null {
  switch (field.kind) {
    case 'name':
      return device.name
    case 'note':
      return device.note === '' ? null : device.note
    case 'tag':
      return device.tags.get(field.key) ?? null
    case 'variable':
      return device.variables.get(variableKey(field.name, field.service)) ?? null
  }
}

/** Says in a sentence why a value cannot be changed; undefined if it can. */
function whyNotChange(
  device: BulkDevice,
  field: Field,
  after: string | null,
  { role, lists }: PlanSetting,
): string | undefined {
  switch (field.kind) {
    case 'name':
      return whyNotName(after) ?? whyNotAllowed(role, 'resin.device.update')
    case 'note':
      return (after?.length ?? 0) > 1_000_000
        ? bulkProblemText.noteTooLong
        : whyNotAllowed(role, 'resin.device.update')
    case 'tag':
      return tagNameProblem(field.key) ?? whyNotTagValue(after) ?? whyNotAllowed(role, 'resin.device_tag.all')
    case 'variable':
      return whyNotVariable(device, field, after, { role, lists })
  }
}

const nameProblems = {
  empty: renameText.empty,
  'too-long': renameText.tooLong(nameLimits.device),
  'line-break': renameText.lineBreak,
}

function whyNotName(name: string | null): string | undefined {
  if (name === null) return bulkProblemText.nameStays
  const problem = nameProblem(name)
  return problem && nameProblems[problem]
}

const whyNotTagValue = (value: string | null): string | undefined =>
  (value?.length ?? 0) > LONGEST_DEVICE_TAG ? bulkProblemText.tagTooLong : undefined

const whyNotValue = (value: string | null): string | undefined =>
  (value?.length ?? 0) > LONGEST_VALUE ? bulkProblemText.tooLong : undefined

function whyNotVariable(
  device: BulkDevice,
  field: Extract<Field, { kind: 'variable' }>,
  after: string | null,
  { role, lists }: PlanSetting,
): string | undefined {
  const { name, service } = field
  const action = currentValue(device, field) === null ? 'create' : after === null ? 'delete' : 'update'
  const isUnknown = service !== null && !device.services.has(service)
  return (
    environmentNameProblem(name, lists) ??
    whyNotValue(after) ??
    (isUnknown ? bulkProblemText.unknownService(service) : undefined) ??
    whyNotAllowed(role, `resin.device_environment_variable.${action}`)
  )
}

/** The changes that a file makes to these devices, and its problems. */
export async function planBulk(
  { identity, columns, rows, ignored }: BulkFile,
  devices: readonly BulkDevice[],
  setting: PlanSetting,
): Promise<BulkPlan> {
  const slices = createSlices()
  const found = Map.groupBy(devices, ({ uuid, name }) => (identity.kind === 'uuid' ? uuid : name))
  const lines = new Map<number, number>()
  const changes: BulkChange[] = []
  const problems: BulkProblem[] = []
  let unchanged = 0
  for (const { line, cells } of rows) {
    await slices()
    const named = deviceIn(cells, identity)
    const refuse = (problem: string, device = named, column: string = identity.kind) =>
      problems.push({ line, device, column, problem })
    const [device, ...others] = found.get(named) ?? []
    if (named === '') refuse(bulkProblemText.noDeviceInRow)
    else if (device === undefined)
      refuse(ROUNDED.test(named) ? bulkProblemText.rounded(named) : bulkProblemText.unknownDevice(named))
    else if (others.length > 0) refuse(bulkProblemText.ambiguous(named, others.length + 1))
    else if (lines.has(device.id))
      refuse(bulkProblemText.duplicate(lines.get(device.id) ?? line), device.name)
    else {
      lines.set(device.id, line)
      for (const { at, label, field } of columns) {
        const cell = cells[at] ?? ''
        if (cell.trim() === '') continue
        const before = currentValue(device, field)
        const after = afterOf(cell, field, before)
        const problem =
          before === after
            ? undefined
            : (whySpoilt(after, before) ?? whyNotChange(device, field, after, setting))
        if (before === after) unchanged += 1
        else if (problem === undefined) changes.push({ line, device, field, label, before, after })
        else refuse(problem, device.name, label)
      }
    }
  }
  return { changes, problems, unchanged, ignored }
}

/** The identifier of the device in a row. */
export const deviceIn = (cells: readonly string[], { at, kind }: BulkFile['identity']): string => {
  const text = cellText((cells[at] ?? '').trim())
  return kind === 'uuid' ? text.toLowerCase() : text
}

/** An identifier of digits that a spreadsheet took for a number, in any language. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+\d+$/i

/** What spreadsheets write for a cell that they took for a formula. */
const SPOILT =
  /^#(?:NAME\?|REF!|VALUE!|N\/A|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BUSY!|BLOCKED!)$|^Err:5\d\d$/

/** The most characters that a cell of a spreadsheet can have. */
const LONGEST_CELL = 32_767

/** What a spreadsheet did to a value; undefined if nothing that can be seen. */
function whySpoilt(after: string | null, before: string | null): string | undefined {
  if (after === null) return undefined
  if (SPOILT.test(after)) return bulkProblemText.spoilt(after)
  const isCut =
    after.length >= LONGEST_CELL - 1 &&
    before !== null &&
    before.length > after.length &&
    before.startsWith(after)
  return isCut ? bulkProblemText.cut : undefined
}

/** A text with the line ends that spreadsheets save, whatever it had. */
const withPlainLineEnds = (text: string) => text.replaceAll(/\r\n?/g, '\n')

function afterOf(cell: string, { kind }: Field, before: string | null): string | null {
  // An exported cell may lack characters that a CSV file cannot hold, and is still unchanged.
  if (before !== null) {
    const saved = withPlainLineEnds(cell)
    if (saved === withPlainLineEnds(before) || saved === withPlainLineEnds(safeText(before))) return before
  }
  if (cell.trim() === DELETE_WORD) return null
  const text = cellText(cell)
  return kind === 'name' ? text.trim() : text
}

/** Plans the inverse of changes that were made, checked against the current values. */
export function planUndo(
  done: readonly BulkChange[],
  devices: readonly BulkDevice[],
  setting: PlanSetting,
): BulkPlan {
  const byId = new Map(devices.map((device) => [device.id, device]))
  const changes: BulkChange[] = []
  const problems: BulkProblem[] = []
  let unchanged = 0
  for (const { line, device: known, field, label, before, after } of done) {
    const device = byId.get(known.id)
    const now = device && currentValue(device, field)
    const problem =
      device === undefined
        ? bulkProblemText.unknownDevice(known.name)
        : now !== after && now !== before
          ? bulkProblemText.changedSince
          : now === before
            ? undefined
            : whyNotChange(device, field, before, setting)
    if (problem !== undefined) problems.push({ line, device: known.name, column: label, problem })
    else if (now === before || device === undefined) unchanged += 1
    else changes.push({ line, device, field, label, before: after, after: before })
  }
  return { changes, problems, unchanged, ignored: [] }
}

/** Splits changes into those that already took effect (`made`) and those still to make (`open`). */
export function stillToDo(changes: readonly BulkChange[], devices: readonly BulkDevice[]) {
  const byId = new Map(devices.map((device) => [device.id, device]))
  return Object.groupBy(changes, ({ device, field, after }) => {
    const now = byId.get(device.id)
    return now !== undefined && currentValue(now, field) === after ? 'made' : 'open'
  })
}

/** The columns and rows of a file that would make these changes. */
export function changesTable(changes: readonly BulkChange[]) {
  const labels = new Map(changes.map(({ field, label }) => [fieldKey(field), label]))
  const keys = [...labels.keys()]
  const rows = [...Map.groupBy(changes, ({ device }) => device.uuid)].map(([uuid, ofDevice]) => {
    const values = new Map(ofDevice.map(({ field, after }) => [fieldKey(field), after ?? DELETE_WORD]))
    return [uuid, ...keys.map((key) => values.get(key) ?? null)]
  })
  return { headers: ['uuid', ...labels.values()], rows }
}
