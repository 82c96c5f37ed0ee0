import { columnLabel, deviceColumns } from '@/features/device-list/columns/device-columns.tsx'
import { CsvError, readCsv, type CsvRow } from '@/lib/csv-read.ts'
import { bulkProblemText } from '@/messages/device-list/bulk-changes.ts'

/** The attribute of a device that a column of the file changes. */
export type Field =
  | { kind: 'name' }
  | { kind: 'note' }
  | { kind: 'tag'; key: string }
  | { kind: 'variable'; name: string; service: string | null }

export interface BulkColumn {
  /** 0-based index in a row. */
  at: number
  /** As written in the header of the file. */
  label: string
  field: Field
}

export interface BulkFile {
  identity: { at: number; kind: 'uuid' | 'device' }
  columns: readonly BulkColumn[]
  /** Exported columns that cannot be changed. */
  ignored: readonly string[]
  rows: readonly CsvRow[]
}

/** Says in a sentence why a file cannot be used. */
export class BulkFileError extends Error {
  override readonly name = 'BulkFileError'
}

/** Deletes the value. A blank cell leaves it unchanged. */
export const DELETE_WORD = '(delete)'
export const MAX_BYTES = 20_000_000
const MAX_ROWS = 50_000
const MAX_COLUMNS = 200
/** Time of uninterrupted work before the browser may render. */
const SLICE_MS = 12

/** Returns a function that lets the browser render whenever a slice of work is used up. */
export function createSlices(now: () => number = () => performance.now()) {
  let since = now()
  return async (): Promise<void> => {
    if (now() - since < SLICE_MS) return
    await new Promise((resolve) => setTimeout(resolve))
    since = now()
  }
}

/**
 * Parses a file in slices.
 * @throws BulkFileError
 */
export async function readBulkFile(text: string, signal?: AbortSignal): Promise<BulkFile> {
  if (text.length > MAX_BYTES) throw new BulkFileError(bulkProblemText.tooLarge('20 MB'))
  if (text.includes('\0')) throw new BulkFileError(bulkProblemText.notText)
  const slices = createSlices()
  const rows: CsvRow[] = []
  try {
    for (const row of readCsv(text)) {
      rows.push(row)
      if (rows.length > MAX_ROWS + 1) throw new BulkFileError(bulkProblemText.tooManyRows(MAX_ROWS))
      await slices()
      signal?.throwIfAborted()
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BulkFileError(
      error.problem === 'open-quote'
        ? bulkProblemText.openQuote(error.line)
        : bulkProblemText.afterQuote(error.line),
    )
  }
  const [header, ...body] = rows
  if (header === undefined || body.length === 0) throw new BulkFileError(bulkProblemText.empty)
  // Spreadsheets save empty cells to the right of a table.
  const tooLong = body.find(({ cells }) =>
    cells.slice(header.cells.length).some((cell) => cell.trim() !== ''),
  )
  if (tooLong !== undefined) throw new BulkFileError(bulkProblemText.tooManyCells(tooLong.line))
  return { ...readHeader(header.cells), rows: body }
}

/** Columns of an exported file that cannot be changed are ignored, not reported. */
const exported = new Set(deviceColumns.map((column) => columnLabel(column).toLowerCase()))
const tagLabel = columnLabel('tag.')
const uuidLabel = columnLabel('uuid').toLowerCase()
const nameLabel = columnLabel('device_name').toLowerCase()
const noteLabel = columnLabel('note').toLowerCase()

function fieldOf(label: string): Field | undefined {
  const lower = label.toLowerCase()
  if (lower === 'name' || lower === nameLabel) return { kind: 'name' }
  if (lower === 'note' || lower === noteLabel) return { kind: 'note' }
  if (lower.startsWith('tag:')) return { kind: 'tag', key: label.slice('tag:'.length).trim() }
  if (label.startsWith(tagLabel) && label.length > tagLabel.length)
    return { kind: 'tag', key: label.slice(tagLabel.length) }
  if (!lower.startsWith('var:')) return undefined
  const name = label.slice('var:'.length).trim()
  const slash = name.lastIndexOf('/')
  return slash < 0
    ? { kind: 'variable', name, service: null }
    : { kind: 'variable', name: name.slice(slash + 1), service: name.slice(0, slash) }
}

function readHeader(cells: readonly string[]): Omit<BulkFile, 'rows'> {
  if (cells.length > MAX_COLUMNS) throw new BulkFileError(bulkProblemText.tooManyColumns(MAX_COLUMNS))
  const labels = cells.map((cell) => cell.trim())
  const lower = labels.map((label) => label.toLowerCase())
  const uuid = lower.findIndex((label) => label === 'uuid' || label === uuidLabel)
  const device = lower.indexOf('device')
  const at = uuid >= 0 ? uuid : device
  if (at < 0) throw new BulkFileError(bulkProblemText.noDevice)
  const columns: BulkColumn[] = []
  const ignored: string[] = []
  const seen = new Set<string>()
  for (const [index, label] of labels.entries()) {
    if (index === at || index === device || label === '') continue
    const field = fieldOf(label)
    if (field === undefined) {
      if (!exported.has(label.toLowerCase())) throw new BulkFileError(bulkProblemText.unknownColumn(label))
      ignored.push(label)
      continue
    }
    const key = fieldKey(field)
    if (seen.has(key)) throw new BulkFileError(bulkProblemText.twice(label))
    seen.add(key)
    columns.push({ at: index, label, field })
  }
  if (columns.length === 0) throw new BulkFileError(bulkProblemText.nothingToChange)
  return { identity: { at, kind: uuid >= 0 ? 'uuid' : 'device' }, columns, ignored }
}

/** Unique key of a field. */
export const fieldKey = (field: Field): string => JSON.stringify(Object.values(field))
