import { createStored } from '../../lib/stored.ts'
import { migrate } from './stored-migrations.ts'

/** Filters, order, columns and the kind of view under a name, as the query of an address. */
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

/** The views that somebody has saved in this browser, for all fleets. */
export const storedViews = createStored<readonly SavedView[]>('device-views', [], (stored) =>
  Array.isArray(stored) ? stored.filter(isView) : undefined,
)

/** What an address says of a view: all of it but the page. */
export function viewSearch(params: URLSearchParams): string {
  const kept = new URLSearchParams(params)
  kept.delete('page')
  kept.sort()
  return kept.toString()
}

/** The view that an address shows; undefined when it shows none that is saved. */
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

/** Views whose address names an order by one column as `order`, as an earlier version wrote it. */
const withSort = ({ name, search }: SavedView): SavedView => {
  const params = new URLSearchParams(search)
  const order = params.get('order')
  if (order !== null && !params.has('sort')) params.set('sort', order)
  params.delete('order')
  return { name, search: params.toString() }
}

/** The saved views, after those of an earlier version have been taken over. */
export function rememberedViews(): readonly SavedView[] {
  migrate('device-views-sort', () => {
    const views = storedViews.get()
    if (views.length > 0) storedViews.set(views.map(withSort))
  })
  return storedViews.get()
}
