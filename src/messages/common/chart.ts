/** Words around charts. */
export const chartText = {
  share: 'Share in %',
  asTable: (title: string) => `Show as table: ${title}`,
  saveCsv: (title: string) => `Save as CSV: ${title}`,
  savePicture: (title: string) => `Save as PNG: ${title}`,
  pictureFailed: 'The image could not be created',
}
