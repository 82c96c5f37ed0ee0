/** Looking at a page as somebody else of the simulated world. */
export const seeAsText = {
  title: 'See as',
  intro:
    'Shows this page as somebody else sees it, and lists what they cannot use here. It is compared with what an administrator sees.',
  person: 'See this page as',
  yourself: 'Yourself',
  option: (name: string, role: string) => `${name}, ${role}`,
  looking: (name: string) => `Looking as ${name}`,
  signedOut: 'Sign in first.',
  bar: 'Seen as somebody else',
  seen: (name: string, role: string) => `Seen as ${name}, ${role}`,
  back: (name: string) => `Back to ${name}`,
  nothing: (name: string) => `${name} can use every control of this page.`,
  less: (name: string, count: number) =>
    count === 1
      ? `${name} cannot use one control of this page:`
      : `${name} cannot use ${count} controls of this page:`,
  otherPage: (name: string, heading: string) => `${name} does not see this page, but “${heading}”.`,
  table: (name: string) => `What ${name} cannot use`,
  columns: { control: 'Control', state: 'State', reason: 'Why' },
  disabled: 'Disabled',
  absent: 'Absent',
  noReason: 'The page gives no reason',
  absentReason: 'The page does not show it to this role',
  again: 'Look again',
  save: 'Save permissions of this page (CSV)',
  saving: (name: string, n: number, count: number) => `Looking as ${name}, ${n} of ${count}`,
  csv: {
    page: 'Page',
    kind: 'Kind',
    control: 'Control',
    enabled: 'enabled',
    disabled: 'disabled',
    absent: 'absent',
  },
  file: 'flotilla-permissions',
}
