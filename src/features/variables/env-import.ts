import { envFileText } from '@/messages/variables.ts'
import type { EnvLine } from './env-file.ts'

/** What a line of a file does: a variable with its value, or why it is left out. */
export interface ImportedLine {
  line: number
  name: string
  value: string
  outcome: 'added' | 'updated' | 'unchanged' | 'problem'
  problem?: string
}

export interface ImportRules {
  /** The value a name has now; null when it is not there. */
  valueOf: (name: string) => string | null
  problemOf: (name: string, value: string) => string | undefined
  /** Why a new one cannot be added, or one that is there cannot be changed. */
  whyNot: { create: string | undefined; update: string | undefined }
}

/** What each line of a file would do here; lines that cannot be used say why and the others stand. */
export function importedLines(lines: readonly EnvLine[], rules: ImportRules): ImportedLine[] {
  const lineOf = new Map<string, number>()
  return lines.map((each): ImportedLine => {
    const { line } = each
    if (each.kind === 'problem') {
      return { line, name: '', value: '', outcome: 'problem', problem: envFileText.problems[each.problem] }
    }
    const { name, value } = each
    const refused = (problem: string): ImportedLine => ({ line, name, value, outcome: 'problem', problem })
    const problem = rules.problemOf(name, value)
    if (problem !== undefined) return refused(problem)
    const first = lineOf.get(name)
    if (first !== undefined) return refused(envFileText.repeated(first))
    lineOf.set(name, line)
    const now = rules.valueOf(name)
    if (now === value) return { line, name, value, outcome: 'unchanged' }
    const why = now === null ? rules.whyNot.create : rules.whyNot.update
    if (why !== undefined) return refused(why)
    return { line, name, value, outcome: now === null ? 'added' : 'updated' }
  })
}
