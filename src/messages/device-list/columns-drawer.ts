/** The columns drawer of the device table: columns, their order and width, and the sort order. */
export const columnsDrawerText = {
  title: 'Columns',
  shown: 'Shown, in this order',
  more: 'More columns',
  moreTags: 'Tags',
  noTags: 'No devices of this fleet have tags.',
  cannotHide: 'The name column is always shown',
  moveUp: (column: string) => `Move ${column} up`,
  moveDown: (column: string) => `Move ${column} down`,
  isFirst: 'Already first',
  isLast: 'Already last',
  moved: (column: string, place: string, count: string) => `${column} is now column ${place} of ${count}`,
  hint: 'Drag a column, or use the arrows. With the focus on a header in the table, Alt and an arrow key move the column, Shift and an arrow key resize it.',
  hintFixed: 'With the focus on a header in the table, Shift and an arrow key resize the column.',
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
  ownHint: 'Saves these columns in this browser.',
  save: 'Save preset',
  nameMissing: 'Enter a name first.',
  isTaken: 'A built-in preset has this name.',
  replaces: (name: string) => `This replaces the preset ${name}.`,
  saved: (name: string) => `Preset ${name} saved`,
  remove: (name: string) => `Delete preset ${name}`,
}

export const sortOrderText = {
  title: 'Sort order',
  hint: 'In the table, hold Shift and click a header, or press Shift and Enter on it, to sort by that column as well.',
  directions: { asc: 'Ascending', desc: 'Descending' },
  turn: (direction: string, column: string) => `${direction} order of ${column}`,
  earlier: (column: string) => `Sort by ${column} earlier`,
  later: (column: string) => `Sort by ${column} later`,
  remove: (column: string) => `Do not sort by ${column}`,
  cannotRemove: 'The list needs at least one sort column',
  add: 'Then by',
  choose: 'Choose a column',
  said: (order: string) => `Sorted by ${order}`,
  part: (column: string, direction: 'asc' | 'desc') =>
    direction === 'asc' ? `${column}, ascending` : `${column}, descending`,
}
