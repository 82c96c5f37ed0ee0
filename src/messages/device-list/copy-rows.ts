import { plural } from '@/lib/format.ts'

/** Copying rows and cells of the device table as text. */
export const copyRowsText = {
  button: 'Copy rows',
  failed: 'The rows could not be copied',
  copied: (count: number, shown: string) =>
    plural(count, { one: `Copied ${shown} row`, other: `Copied ${shown} rows` }),
  copiedOfPage: (count: number, shown: string, of: string) =>
    plural(count, {
      one: `Copied the ${shown} row of this page; ${of} are selected`,
      other: `Copied the ${shown} rows of this page; ${of} are selected`,
    }),
  all: (count: string) => `Copy all ${count}`,
  menu: (device: string) => `Copy from ${device}`,
  row: 'Copy row',
  selected: (count: string) => `Copy ${count} selected rows`,
  cells: 'Copy cell',
  copiedCell: (column: string) => `${column} copied`,
}
