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
  cannotHide: 'The name opens the device, so it stays',
  moveUp: (column: string) => `Move ${column} up`,
  moveDown: (column: string) => `Move ${column} down`,
  isFirst: 'It is the first already',
  isLast: 'It is the last already',
  moved: (column: string, place: string, count: string) => `${column} is now column ${place} of ${count}`,
  hint: 'Drag a column, or use the arrows. In the table, Alt with an arrow key moves the column of the focused header, Shift with one makes it wider or narrower.',
  hintFixed:
    'In the table, Shift with an arrow key makes the column of the focused header wider or narrower.',
  reset: 'Use the usual columns',
  resize: (column: string) => `Width of ${column}`,
  sortPlace: (place: string) => `, ${place}. in order`,
}

export const viewsText = {
  open: 'Views',
  look: 'View and columns',
  usual: 'Usual view',
  saved: 'Saved views',
  save: 'Save this view…',
  remove: (name: string) => `Delete view ${name}`,
  title: 'Save this view',
  name: 'Name',
  explain: 'Keeps the filters, the order, the columns and the kind of view in this browser, for every fleet.',
  nameMissing: 'Give the view a name first.',
  replaces: (name: string) => `This takes the place of the view ${name}.`,
  savedToast: (name: string) => `Saved the view ${name}`,
  removedToast: (name: string) => `Deleted the view ${name}`,
}

export const exportText = {
  open: 'Export',
  openMenu: 'Export…',
  title: 'Export devices',
  explain: (count: number, shown: string) =>
    `${devices(count, shown)}, with the filters, the order and the columns that the table has now.`,
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
  loading: (done: string) => `Placing devices: ${done}`,
  failed: 'The places of the devices could not be read',
  placed: (count: number, shown: string, without: string) =>
    `${devices(count, shown)} on the map, ${without} without a place`,
  none: 'None of these devices has a place',
  noneDetail: 'A place comes from the address of a device, or is given on its location page.',
}
