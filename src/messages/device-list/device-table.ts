/** Columns of the device table; the drawer has its own texts. */
export const columnsText = {
  open: 'Columns',
  openMenu: 'Columns and sort order…',
  resize: (column: string) => `Width of ${column}`,
  sortPlace: (place: string, direction: 'asc' | 'desc') =>
    direction === 'asc' ? `, sort priority ${place}, ascending` : `, sort priority ${place}, descending`,
}

export const viewsText = {
  open: 'Views',
  view: 'View and columns',
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

/** Only the button: the other texts are loaded with the dialog. */
export const bulkOpenText = {
  open: 'Bulk changes from CSV',
  openMenu: 'Bulk changes from CSV…',
}

export const presentationText = {
  label: 'Show devices as',
  names: { table: 'Table', map: 'Map' },
}
