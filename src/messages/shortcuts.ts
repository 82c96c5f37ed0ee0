/** What each key does. */
export const shortcutText = {
  title: 'Keyboard shortcuts',
  palette: 'Search pages, fleets, devices and actions',
  filter: 'Focus the filter',
  help: 'Show this list',
  walk: 'Next and previous row of a table; on a device’s page, next and previous device of the list',
  open: 'Open what the row is about',
  rows: 'Move between the rows of a table',
  cells: 'Move between the controls of a row',
  table: 'Focus the table',
  select: 'Select the row; with Shift, select a range',
  selection: 'Focus the actions for the selection',
  header: 'Move the column of the focused header; Shift instead of Alt makes it wider or narrower',
  sort: 'Sort by the column of the focused header as well',
  sidebar: 'Collapse or expand the sidebar',
  terminal: 'Open, go to or close the terminal, on a device’s page',
  close: 'Close a dialog or menu; leave the filter or a row',
  single: 'Single-key shortcuts',
  singleHint:
    'Off: letters and signs alone do nothing, for who speaks or whose hand slips. Help still leads here.',
  on: 'On',
  off: 'Off',
}
