/** Find in a long text, such as a log. */
export const findText = {
  next: 'Next match',
  previous: 'Previous match',
  close: 'Close search',
  none: 'No match',
}
