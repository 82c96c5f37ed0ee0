/** Columns, as the table itself tells of them; the drawer has its own words. */
export const columnsText = {
  open: 'Columns',
  openMenu: 'Columns and sort order…',
  resize: (column: string) => `Width of ${column}`,
  sortPlace: (place: string, direction: 'asc' | 'desc') =>
    `, ${place}. in order, ${direction === 'asc' ? 'ascending' : 'descending'}`,
}

export const viewsText = {
  open: 'Views',
  look: 'View and columns',
  usual: 'Default view',
  saved: 'Saved views',
  team: 'Views of this fleet',
  save: 'Save this view…',
  manage: 'Share and manage views…',
  remove: (name: string) => `Delete view ${name}`,
  removedToast: (name: string) => `View ${name} deleted`,
}

export const exportText = {
  open: 'Export',
  openMenu: 'Export…',
}

/** Only what opens it: its other words are loaded with it. */
export const bulkOpenText = {
  open: 'Bulk changes from CSV',
  openMenu: 'Bulk changes from CSV…',
}

export const presentationText = {
  label: 'Show devices as',
  names: { table: 'Table', map: 'Map' },
}
