const devices = (count: number, shown: string) => `${shown} ${count === 1 ? 'device' : 'devices'}`

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
  save: 'Save this view…',
  remove: (name: string) => `Delete view ${name}`,
  title: 'Save this view',
  name: 'Name',
  explain: 'Saves filters, sort order, columns and layout in this browser, for all fleets.',
  nameMissing: 'Enter a name first.',
  replaces: (name: string) => `This replaces the view ${name}.`,
  savedToast: (name: string) => `View ${name} saved`,
  removedToast: (name: string) => `View ${name} deleted`,
}

export const exportText = {
  open: 'Export',
  openMenu: 'Export…',
  title: 'Export devices',
  explain: (count: number, shown: string) =>
    `${devices(count, shown)}, with the current filters, sort order and columns.`,
  format: 'Format',
  formats: { csv: 'CSV', json: 'JSON' },
  start: 'Export',
  running: (done: string, total: string) => `Read ${done} of ${total}`,
  done: (count: number, shown: string, file: string) => `Saved ${devices(count, shown)} to ${file}`,
  failed: 'The devices could not be exported',
  cannotSave: 'This browser cannot save files',
  fileName: (fleet: string, date: string) => `${fleet}-devices-${date}`,
}

/** Only what opens it: its other words are loaded with it. */
export const bulkOpenText = {
  open: 'Bulk changes from CSV',
  openMenu: 'Bulk changes from CSV…',
}

export const deviceMapText = {
  presentation: 'Show devices as',
  presentations: { table: 'Table', map: 'Map' },
  label: 'Map of the devices',
  loading: (done: string) => `Loading locations: ${done}`,
  failed: 'The device locations could not be loaded',
  placed: (count: number, shown: string, without: string) =>
    `${devices(count, shown)} on the map, ${without} without a location`,
  selected: 'selected',
  none: 'None of these devices has a location',
  noneDetail: 'Locations come from public IP addresses, or are set on the Location page of a device.',
}
