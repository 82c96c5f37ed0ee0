const rows = (count: number, shown: string) => `${shown} ${count === 1 ? 'row' : 'rows'}`

/** Copying rows and cells of the device table as text. */
export const copyRowsText = {
  button: 'Copy rows',
  failed: 'The rows could not be copied',
  copied: (count: number, shown: string) => `Copied ${rows(count, shown)}`,
  copiedOfPage: (count: number, shown: string, of: string) =>
    `Copied the ${rows(count, shown)} of this page; ${of} are selected`,
  all: (count: string) => `Copy all ${count}`,
  menu: (device: string) => `Copy from ${device}`,
  row: 'Copy row',
  selected: (count: string) => `Copy ${count} selected rows`,
  cells: 'Copy cell',
  copiedCell: (column: string) => `${column} copied`,
}
