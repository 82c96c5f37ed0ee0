const devices = (count: number, shown: string) => `${shown} ${count === 1 ? 'device' : 'devices'}`

/** Columns: which, in which order, how wide. */
export const columnsText = {
  title: 'Columns',
  open: 'Columns',
  openMenu: 'Columns…',
  shown: 'Shown, in this order',
  more: 'More columns',
  moreTags: 'Tags',
  noTags: 'No device of this fleet has a tag.',
  cannotHide: 'The name column is always shown',
  moveUp: (column: string) => `Move ${column} up`,
  moveDown: (column: string) => `Move ${column} down`,
  isFirst: 'Already first',
  isLast: 'Already last',
  moved: (column: string, place: string, count: string) => `${column} is now column ${place} of ${count}`,
  hint: 'Drag a column, or use the arrows. In the table, Alt with an arrow key moves the column of the focused header, Shift with one makes it wider or narrower.',
  hintFixed:
    'In the table, Shift with an arrow key makes the column of the focused header wider or narrower.',
  reset: 'Reset columns',
  resize: (column: string) => `Width of ${column}`,
  sortPlace: (place: string) => `, ${place}. in order`,
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
