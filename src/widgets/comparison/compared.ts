import { csvText, tsvText } from '@/lib/csv.ts'
import { compareText } from '@/messages/common/compare.ts'

interface Row {
  name: string
  before: string | null
  after: string | null
}

/** A group of fields. */
export interface ComparedSection {
  title: string
  rows: readonly Row[]
}

/** Merges the fields of two things by name: in the order of the first, then those that only the second has. */
export function comparedRows(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): Row[] {
  return [...new Set([...one.keys(), ...other.keys()])].map((name) => ({
    name,
    before: one.get(name) ?? null,
    after: other.get(name) ?? null,
  }))
}

/** If `isShort`, keeps only the differences and drops empty sections. */
export function visibleSections(sections: readonly ComparedSection[], isShort: boolean): ComparedSection[] {
  return sections
    .map(({ title, rows }) => ({
      title,
      rows: isShort ? rows.filter(({ before, after }) => before !== after) : rows,
    }))
    .filter(({ rows }) => rows.length > 0)
}

export const countDifferences = (sections: readonly ComparedSection[]): number =>
  visibleSections(sections, true).reduce((count, { rows }) => count + rows.length, 0)

const headers = (names: readonly [string, string]) => [
  compareText.columns.section,
  compareText.columns.field,
  ...names,
]

const cells = (sections: readonly ComparedSection[]) =>
  sections.flatMap(({ title, rows }) =>
    rows.map(({ name, before, after }) => [title, name, before ?? '', after ?? '']),
  )

/** A comparison as text for the clipboard, readable by spreadsheets and people. */
export const comparisonText = (names: readonly [string, string], sections: readonly ComparedSection[]) =>
  tsvText(headers(names), cells(sections))

export const comparisonCsv = (names: readonly [string, string], sections: readonly ComparedSection[]) =>
  csvText(headers(names), cells(sections))
