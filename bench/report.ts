import type { Bound } from './budgets.ts'

/** One measurement, with its limits in the same unit. Smaller is better, except of rates. */
export interface Figure extends Bound {
  what: string
  value: number
  unit: 'kB' | 'ms' | 'MB' | '/s' | '%' | ''
  /** Details, printed after the figure. */
  note?: string
}

/** Whether a value is as good as a limit, or better by no less than this share of it. */
const isWithin = ({ value, unit }: Figure, limit: number, margin = 0): boolean =>
  unit === '/s' ? value >= limit * (1 - margin) : value <= limit * (1 + margin)

/** Whether the budget is exceeded by more than its margin. */
export const isOver = (figure: Figure): boolean =>
  figure.budget !== undefined && !isWithin(figure, figure.budget, figure.margin)

/** A table with one row per figure. */
export function tableOf(title: string, figures: readonly Figure[]): string {
  const head = ['', 'measured', 'budget', 'goal', '']
  const rows = figures.map((figure) => [
    figure.what,
    withUnit(figure.value, figure.unit),
    figure.budget === undefined ? '' : withUnit(figure.budget, figure.unit),
    figure.goal === undefined ? '' : withUnit(figure.goal, figure.unit),
    [verdict(figure), figure.note].filter(Boolean).join('  '),
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 0 || column === 4 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [title, ...[head, ...rows].map((row) => `  ${line(row)}`), ''].join('\n')
}

function verdict(figure: Figure): string {
  const isMet = figure.goal !== undefined && isWithin(figure, figure.goal)
  if (figure.budget === undefined) return isMet ? 'goal met' : ''
  if (isOver(figure)) return 'OVER'
  const isBeyond = figure.budget !== 0 && !isWithin(figure, figure.budget)
  if (isBeyond) return `ok, within the margin of ${((figure.margin ?? 0) * 100).toFixed(0)} %`
  return isMet ? 'ok, goal met' : 'ok'
}

/** All figures with a budget or a goal, as the last table of a run: what is over its budget comes first. */
export function summaryOf(sections: readonly { title: string; figures: readonly Figure[] }[]): string {
  const bounded = sections.flatMap(({ title, figures }) =>
    figures
      .filter(({ budget, goal }) => budget !== undefined || goal !== undefined)
      .map(({ note: _note, ...figure }) => ({ ...figure, what: `${title.split(',')[0]}: ${figure.what}` })),
  )
  const over = bounded.filter(isOver)
  const verdict =
    over.length === 0 ? 'Every budget is kept.' : `${over.length} of ${bounded.length} are over their budget.`
  return `${tableOf('Budgets and goals', [...over, ...bounded.filter((figure) => !isOver(figure))])}\n${verdict}`
}

function withUnit(value: number, unit: Figure['unit']): string {
  if (unit === '') return value.toLocaleString('en')
  const digits = unit === '/s' || value >= 100 ? 0 : value >= 10 ? 1 : 2
  const text = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return unit === '/s' ? `${text}/s` : `${text} ${unit}`
}
