/** What stands in the drawer of columns: which, in which order, how wide, and by which the list is sorted. */
export const columnsDrawerText = {
  title: 'Columns',
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
  showAll: 'Show all',
  hideAll: 'Hide all',
  allShown: 'All columns are shown',
  allHidden: 'Only the name is shown',
}

export const presetText = {
  label: 'Preset',
  custom: 'Custom',
  presets: {
    usual: 'Default',
    network: 'Network',
    updates: 'Updates',
    hardware: 'Hardware',
    metrics: 'Metrics',
  },
  own: 'Name of a new preset',
  ownHint: 'Keeps these columns in this browser.',
  save: 'Save preset',
  nameMissing: 'Enter a name first.',
  isTaken: 'This is the name of a preset that always exists.',
  replaces: (name: string) => `This replaces the preset ${name}.`,
  saved: (name: string) => `Preset ${name} saved`,
  remove: (name: string) => `Delete preset ${name}`,
}

export const sortOrderText = {
  title: 'Sort order',
  hint: 'In the table, Shift with a press on a header, or Shift and Enter, sorts by that column too.',
  directions: { asc: 'Ascending', desc: 'Descending' },
  turn: (direction: string, column: string) => `${direction} order of ${column}`,
  earlier: (column: string) => `Sort by ${column} earlier`,
  later: (column: string) => `Sort by ${column} later`,
  remove: (column: string) => `Do not sort by ${column}`,
  cannotRemove: 'The list always has an order',
  add: 'Then by',
  choose: 'Choose a column',
  said: (order: string) => `Sorted by ${order}`,
  part: (column: string, direction: 'asc' | 'desc') =>
    `${column}, ${direction === 'asc' ? 'ascending' : 'descending'}`,
}
