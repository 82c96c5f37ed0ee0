import { csvText, tsvText } from '../../lib/csv.ts'
import { compareText } from '../../messages/compare.ts'

interface Row {
  name: string
  before: string | null
  after: string | null
}

/** Fields of one kind. */
export interface ComparedSection {
  title: string
  rows: readonly Row[]
}

/** Rows of two things by the names of their fields; the order is the first's, then what only the second has. */
export function comparedRows(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): Row[] {
  return [...new Set([...one.keys(), ...other.keys()])].map((name) => ({
    name,
    before: one.get(name) ?? null,
    after: other.get(name) ?? null,
  }))
}

/** Only what differs, where that is asked for; sections of which nothing is left go. */
export function narrowed(sections: readonly ComparedSection[], isShort: boolean): ComparedSection[] {
  return sections
    .map(({ title, rows }) => ({
      title,
      rows: isShort ? rows.filter(({ before, after }) => before !== after) : rows,
    }))
    .filter(({ rows }) => rows.length > 0)
}

export const countDifferences = (sections: readonly ComparedSection[]): number =>
  narrowed(sections, true).reduce((count, { rows }) => count + rows.length, 0)

const headers = (names: readonly [string, string]) => [
  compareText.columns.section,
  compareText.columns.field,
  ...names,
]

const cells = (sections: readonly ComparedSection[]) =>
  sections.flatMap(({ title, rows }) =>
    rows.map(({ name, before, after }) => [title, name, before ?? '', after ?? '']),
  )

/** A comparison for the clipboard: columns that a spreadsheet and a person can read. */
export const comparisonText = (names: readonly [string, string], sections: readonly ComparedSection[]) =>
  tsvText(headers(names), cells(sections))

export const comparisonCsv = (names: readonly [string, string], sections: readonly ComparedSection[]) =>
  csvText(headers(names), cells(sections))
