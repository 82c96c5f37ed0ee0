/** The identity of a device in a selection. */
export interface Selectable {
  id: number
  uuid: string
}

/** `some`: individual devices, by id and UUID. `all`: all matches of the filter except some. */
export type Selection =
  | { kind: 'some'; devices: ReadonlyMap<number, string> }
  | { kind: 'all'; except: ReadonlySet<number> }

/** `range`: all rows since the previously selected one. */
export type SelectRow = (id: number, chosen: boolean, range: boolean) => void

export const nothingSelected: Selection = { kind: 'some', devices: new Map() }
export const everythingSelected: Selection = { kind: 'all', except: new Set() }

export function isSelected(selection: Selection, { id }: Selectable): boolean {
  return selection.kind === 'all' ? !selection.except.has(id) : selection.devices.has(id)
}

/** Adds devices to the selection or removes them. */
export function select(selection: Selection, devices: readonly Selectable[], chosen: boolean): Selection {
  if (selection.kind === 'all') {
    const except = new Set(selection.except)
    for (const { id } of devices) {
      if (chosen) except.delete(id)
      else except.add(id)
    }
    return { kind: 'all', except }
  }
  const next = new Map(selection.devices)
  for (const { id, uuid } of devices) {
    if (chosen) next.set(id, uuid)
    else next.delete(id)
  }
  return { kind: 'some', devices: next }
}

/** Number of selected devices if `total` devices match. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.kind === 'all' ? Math.max(0, total - selection.except.size) : selection.devices.size
}

/** Whether all, some or none of a page's devices are selected. */
export function pageSelection(selection: Selection, page: readonly Selectable[]): 'all' | 'some' | 'none' {
  const count = page.filter((device) => isSelected(selection, device)).length
  if (count === 0) return 'none'
  return count === page.length ? 'all' : 'some'
}

/** The devices between two rows, inclusive, in either direction. */
export function between<Device>(page: readonly Device[], from: number, to: number): readonly Device[] {
  return page.slice(Math.min(from, to), Math.max(from, to) + 1)
}
