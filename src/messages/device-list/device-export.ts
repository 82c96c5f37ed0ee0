const devices = (count: number, shown: string) => `${shown} ${count === 1 ? 'device' : 'devices'}`

/** Exporting the device list to a file. */
export const exportDialogText = {
  title: 'Export devices',
  explain: (count: number, shown: string) =>
    `${devices(count, shown)}, with the current filters, sort order and columns.`,
  format: 'Format',
  formats: { csv: 'CSV', json: 'JSON' },
  start: 'Export',
  running: (done: string, total: string) => `Exported ${done} of ${total}`,
  done: (count: number, shown: string, file: string) => `Saved ${devices(count, shown)} to ${file}`,
  failed: 'The devices could not be exported',
  cannotSave: 'This browser cannot save files',
  fileName: (fleet: string, date: string) => `${fleet}-devices-${date}`,
}
