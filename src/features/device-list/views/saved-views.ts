import { migrate } from '@/features/device-list/columns/stored-migrations.ts'
import { createStored } from '@/lib/stored.ts'

/** A named combination of filters, order, columns and presentation, stored as the query of an address. */
export interface SavedView {
  name: string
  search: string
}

const isView = (stored: unknown): stored is SavedView =>
  typeof stored === 'object' &&
  stored !== null &&
  'name' in stored &&
  typeof stored.name === 'string' &&
  'search' in stored &&
  typeof stored.search === 'string'

/** The views saved in this browser, for all fleets. */
export const storedViews = createStored<readonly SavedView[]>('device-views', [], (stored) =>
  Array.isArray(stored) ? stored.filter(isView) : undefined,
)

/** The query of a view: that of the address without the page. */
export function viewSearch(params: URLSearchParams): string {
  const viewParams = new URLSearchParams(params)
  viewParams.delete('page')
  viewParams.sort()
  return viewParams.toString()
}

/** The saved view that matches the address; undefined if there is none. */
export function viewShown<View extends SavedView>(
  views: readonly View[],
  params: URLSearchParams,
): View | undefined {
  const search = viewSearch(params)
  return views.find((view) => viewSearch(new URLSearchParams(view.search)) === search)
}

export function withoutView(views: readonly SavedView[], name: string): SavedView[] {
  return views.filter((view) => view.name !== name)
}

/** Migrates views of an earlier version, which had a single sort column as `order`. */
const withSort = ({ name, search }: SavedView): SavedView => {
  const params = new URLSearchParams(search)
  const order = params.get('order')
  if (order !== null && !params.has('sort')) params.set('sort', order)
  params.delete('order')
  return { name, search: params.toString() }
}

/** The saved views, after migrating those of an earlier version. */
export function rememberedViews(): readonly SavedView[] {
  migrate('device-views-sort', () => {
    const views = storedViews.get()
    if (views.length > 0) storedViews.set(views.map(withSort))
  })
  return storedViews.get()
}
