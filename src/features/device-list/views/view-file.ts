import * as z from 'zod/mini'
import { statusFilters } from '@/domain/device/device-filters.ts'
import { deviceColumns, isSortable } from '@/features/device-list/columns/device-columns.tsx'
import { pageSizes, presentations } from '@/features/device-list/data/device-list-state.ts'
import { readDataFile } from '@/files/data-file.ts'
import { sharedViewsText } from '@/messages/device-list/views.ts'
import type { SavedView } from './saved-views.ts'
import { viewFields, isColumnText, LONGEST_NAME, LONGEST_QUERY, viewFromFields } from './view-fields.ts'

const { problem } = sharedViewsText
const MAX_VIEWS = 100
/** Read on the page. */
const MAX_YAML = 20_000

const isSort = (text: string) =>
  deviceColumns.some(
    (column) => isSortable(column) && (text === `${column}:asc` || text === `${column}:desc`),
  )

const viewSchema = z.strictObject({
  name: z.string().check(z.refine((text) => text.trim() !== '' && text.length <= LONGEST_NAME, problem.name)),
  status: z.optional(z.enum(statusFilters)),
  query: z.optional(z.string().check(z.maxLength(LONGEST_QUERY, problem.long))),
  sort: z.optional(
    z
      .array(z.string().check(z.refine(isSort, problem.sort)))
      .check(z.maxLength(deviceColumns.length, problem.long)),
  ),
  columns: z.optional(
    z.array(z.string().check(z.refine(isColumnText, problem.column))).check(z.maxLength(200, problem.long)),
  ),
  rows: z.optional(z.literal(pageSizes, problem.rows)),
  show: z.optional(z.enum(presentations)),
})

const fileSchema = z.strictObject({
  flotilla: z.literal('device-views', problem.kind),
  version: z.literal(1, problem.version),
  views: z.array(viewSchema).check(z.minLength(1, problem.views), z.maxLength(MAX_VIEWS, problem.views)),
})

/** Views as a human-readable JSON file. */
export const viewFile = (views: readonly SavedView[]): string =>
  `${JSON.stringify({ flotilla: 'device-views', version: 1, views: views.map(viewFields) }, null, 2)}\n`

/**
 * Parses the views of an untrusted file; the last one of each name wins.
 * @throws FileProblem with line and part
 */
export function readViewFile(text: string): SavedView[] {
  const { views } = readDataFile(text, fileSchema, { mostYaml: MAX_YAML })
  const byName = new Map(
    views.map((view) => [view.name.trim(), viewFromFields({ ...view, name: view.name.trim() })]),
  )
  return [...byName.values()]
}
