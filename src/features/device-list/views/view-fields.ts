import { layoutOf, layoutText } from '@/features/device-list/columns/table-layout.ts'
import {
  deviceListState,
  pageSizes,
  withDeviceList,
  type DeviceListState,
} from '@/features/device-list/data/device-list-state.ts'
import { compareText } from '@/lib/format.ts'
import { withoutView, type SavedView } from './saved-views.ts'

export const LONGEST_NAME = 60
export const LONGEST_QUERY = 2_000

/** A view in a file; default values are omitted. */
export interface ViewFields {
  name: string
  status?: string | undefined
  query?: string | undefined
  /** `overall_status:desc` */
  sort?: readonly string[] | undefined
  /** `device_name:240`, `tag.ring` */
  columns?: readonly string[] | undefined
  rows?: number | undefined
  show?: string | undefined
}

/** The query of a list state; default values are omitted. */
function searchOf(state: DeviceListState): string {
  const text = state.text.slice(0, LONGEST_QUERY)
  const params = withDeviceList(new URLSearchParams(), { ...state, text, page: 1 })
  params.sort()
  return params.toString()
}

/** Normalizes the query of a view, dropping unknown parameters. */
export const cleanSearch = (search: string): string => searchOf(deviceListState(new URLSearchParams(search)))

export function viewFields({ name, search }: SavedView): ViewFields {
  const params = new URLSearchParams(cleanSearch(search))
  const { layout, size, view } = deviceListState(params)
  const sort = params.get('sort')
  return {
    name,
    status: params.get('status') ?? undefined,
    query: params.get('q') ?? undefined,
    sort: sort === null ? undefined : sort.split(','),
    columns: layout && layoutText(layout).split(','),
    rows: size === pageSizes[0] ? undefined : size,
    show: view === 'table' ? undefined : view,
  }
}

export function viewFromFields({ name, status, query, sort, columns, rows, show }: ViewFields): SavedView {
  const params = new URLSearchParams()
  const set = (key: string, value: string | undefined) => value !== undefined && params.set(key, value)
  set('status', status)
  set('q', query)
  set('sort', sort?.join(','))
  set('columns', columns?.join(','))
  set('size', rows === undefined ? undefined : String(rows))
  set('view', show)
  return { name, search: cleanSearch(params.toString()) }
}

/** Whether a text is exactly one column of a layout. */
export const isColumnText = (text: string): boolean =>
  !text.includes(',') && layoutOf(text)?.columns.length !== undefined

/** Adds a view, replacing one with the same name. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  return [...withoutView(views, view.name), view].toSorted((a, b) => compareText(a.name, b.name))
}
