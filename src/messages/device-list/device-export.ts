import { plural } from '@/lib/format.ts'

/** Exporting the device list to a file. */
export const exportDialogText = {
  title: 'Export devices',
  explain: (count: number, shown: string) =>
    plural(count, {
      one: `${shown} device, with the current filters, sort order and columns.`,
      other: `${shown} devices, with the current filters, sort order and columns.`,
    }),
  format: 'Format',
  formats: { csv: 'CSV', json: 'JSON' },
  start: 'Export',
  running: (done: string, total: string) => `Exported ${done} of ${total}`,
  done: (count: number, shown: string, file: string) =>
    plural(count, { one: `Saved ${shown} device to ${file}`, other: `Saved ${shown} devices to ${file}` }),
  failed: 'The devices could not be exported',
  cannotSave: 'This browser cannot save files',
  fileName: (fleet: string, date: string) => `${fleet}-devices-${date}`,
}
