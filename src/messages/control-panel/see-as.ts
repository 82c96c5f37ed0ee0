import { plural } from '@/lib/format.ts'
/** Viewing a page as another user of the simulated world. */
export const seeAsText = {
  title: 'See as',
  intro:
    'Shows this page as another user sees it, and lists the controls they cannot use compared with an administrator.',
  person: 'View this page as',
  yourself: 'Yourself',
  option: (name: string, role: string) => `${name}, ${role}`,
  looking: (name: string) => `Loading the page as ${name}`,
  signedOut: 'Sign in first.',
  bar: 'Viewed as another user',
  seen: (name: string, role: string) => `Viewed as ${name}, ${role}`,
  back: (name: string) => `Back to ${name}`,
  nothing: (name: string) => `${name} can use all controls on this page.`,
  less: (name: string, count: number) =>
    plural(count, {
      one: `${name} cannot use 1 control on this page:`,
      other: `${name} cannot use ${count} controls on this page:`,
    }),
  otherPage: (name: string, heading: string) => `${name} sees “${heading}” instead of this page.`,
  table: (name: string) => `Controls that ${name} cannot use`,
  columns: { control: 'Control', state: 'State', reason: 'Why' },
  disabled: 'Disabled',
  absent: 'Absent',
  noReason: 'The page gives no reason',
  absentReason: 'The page does not show it to this role',
  again: 'Check again',
  save: 'Save permissions of this page (CSV)',
  saving: (name: string, n: number, count: number) => `Loading the page as ${name}, ${n} of ${count}`,
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
