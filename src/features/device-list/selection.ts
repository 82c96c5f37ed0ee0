/** A device as far as a selection knows it. */
export interface Selectable {
  id: number
  uuid: string
}

/** Chosen one by one, by id and UUID; or all that match the filter, except some. */
export type Selection =
  | { kind: 'some'; devices: ReadonlyMap<number, string> }
  | { kind: 'all'; except: ReadonlySet<number> }

/** `range`: all rows from the one that was chosen before. */
export type SelectRow = (id: number, chosen: boolean, range: boolean) => void

export const nothingSelected: Selection = { kind: 'some', devices: new Map() }
export const everythingSelected: Selection = { kind: 'all', except: new Set() }

export function isSelected(selection: Selection, { id }: Selectable): boolean {
  return selection.kind === 'all' ? !selection.except.has(id) : selection.devices.has(id)
}

/** Adds the devices to the selection or takes them out of it. */
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

/** How many are selected when `total` devices match. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.kind === 'all' ? Math.max(0, total - selection.except.size) : selection.devices.size
}

/** Whether all, some or none of a page's devices are selected. */
export function pageSelection(selection: Selection, page: readonly Selectable[]): 'all' | 'some' | 'none' {
  const count = page.filter((device) => isSelected(selection, device)).length
  if (count === 0) return 'none'
  return count === page.length ? 'all' : 'some'
}

/** The devices from one row to another, whichever comes first. */
export function between<Device>(page: readonly Device[], from: number, to: number): readonly Device[] {
  return page.slice(Math.min(from, to), Math.max(from, to) + 1)
}
