import { encodedPart } from '@/lib/query-string.ts'
import { createStored } from '@/lib/stored.ts'
import { isColumn, validColumns, type DeviceColumn } from './device-columns.tsx'
import { migrate } from './stored-migrations.ts'

/** The columns of the table in order, and the widths of resized ones. */
export interface TableLayout {
  columns: readonly DeviceColumn[]
  /** Px. */
  widths: Readonly<Record<string, number>>
}

export const MIN_WIDTH = 60
export const MAX_WIDTH = 800
export const withinWidths = (px: number) => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, px)))

/** `device_name:240,uuid,tag.env`: the layout as stored in an address. */
export function layoutText({ columns, widths }: TableLayout): string {
  return columns
    .map((column) => {
      const width = widths[column]
      return width === undefined ? encoded(column) : `${encoded(column)}:${width}`
    })
    .join(',')
}

// The name of a tag may contain the separators.
const encoded = (column: DeviceColumn) => column.replaceAll(/[%,:]/g, encodedPart)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Parses a layout from an address; undefined if there is none. */
export function layoutOf(text: string | null): TableLayout | undefined {
  if (text === null || text === '') return undefined
  const widths: Record<string, number> = {}
  const names = text.split(',').map((part) => {
    const [name = '', width] = part.split(':')
    const column = decoded(name)
    if (width !== undefined && /^\d{1,4}$/.test(width)) widths[column] = withinWidths(Number(width))
    return column
  })
  return names.some(isColumn) ? { columns: validColumns(names), widths } : undefined
}

/** The layout chosen in this browser; null for the default layout. */
export const storedLayout = createStored<TableLayout | null>('device-table', null, (stored) => {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { columns, widths } = stored as { columns?: unknown; widths?: unknown }
  if (!Array.isArray(columns)) return undefined
  const known = Object.entries(widths ?? {}).filter(([, px]) => typeof px === 'number')
  return {
    columns: validColumns(columns.map(String)),
    widths: Object.fromEntries(known.map(([column, px]) => [column, withinWidths(Number(px))])),
  }
})

const oldColumns = createStored<readonly string[]>('device-columns', [], (stored) =>
  Array.isArray(stored) ? stored.map(String) : undefined,
)

/** The stored layout, after migrating that of an earlier version. */
export function rememberedLayout(): TableLayout | null {
  migrate('device-columns-in-layout', () => {
    const columns = oldColumns.get()
    if (columns.length > 0) storedLayout.set({ columns: validColumns(columns), widths: {} })
  })
  return storedLayout.get()
}
