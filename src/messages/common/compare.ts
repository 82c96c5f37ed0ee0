import { plural } from '@/lib/format.ts'
/** Comparing two devices or two releases side by side. */
export const compareText = {
  onlyDifferences: 'Only differences',
  field: 'Field',
  none: '–',
  empty: '(empty)',
  differs: 'Differs: ',
  same: 'No differences',
  lines: (title: string) => `${title}, line by line`,
  alike: (sections: string) => `No differences in: ${sections}`,
  differences: (shown: string, number: number) =>
    plural(number, { one: `${shown} difference`, other: `${shown} differences` }),
  signs: { same: '', removed: 'Removed: ', added: 'Added: ' },
  copy: 'Copy as text',
  save: 'Save as CSV',
  cannotSave: 'This browser cannot save files',
  columns: { section: 'Section', field: 'Field' },
}
