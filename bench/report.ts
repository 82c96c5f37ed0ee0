/** One measurement. With a budget, smaller is better. */
export interface Figure {
  what: string
  value: number
  unit: 'kB' | 'ms' | 'MB' | '/s' | '%' | ''
  /** The limit set by ARCHITECTURE, in the same unit. */
  budget?: number
  /** The target for later. */
  goal?: number
  /** Details, printed after the figure. */
  note?: string
}

export const isOver = ({ value, budget }: Figure): boolean => budget !== undefined && value > budget

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
  const isMet = figure.goal !== undefined && figure.value <= figure.goal
  if (figure.budget === undefined) return isMet ? 'goal met' : ''
  if (isOver(figure)) return 'OVER'
  return isMet ? 'ok, goal met' : 'ok'
}

function withUnit(value: number, unit: Figure['unit']): string {
  if (unit === '') return value.toLocaleString('en')
  const digits = unit === '/s' || value >= 100 ? 0 : value >= 10 ? 1 : 2
  const text = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return unit === '/s' ? `${text}/s` : `${text} ${unit}`
}
