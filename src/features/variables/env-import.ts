import { envFileText } from '@/messages/variables/variables.ts'
import type { EnvLine } from './env-file.ts'

/** The effect of a line: sets a variable, or is left out for a reason. */
export interface ImportedLine {
  line: number
  name: string
  value: string
  outcome: 'added' | 'updated' | 'unchanged' | 'problem'
  problem?: string
}

export interface ImportRules {
  /** The current value of a variable; null if it does not exist. */
  valueOf: (name: string) => string | null
  problemOf: (name: string, value: string) => string | undefined
  /** Why variables cannot be created or changed; undefined if they can. */
  whyNot: { create: string | undefined; update: string | undefined }
}

/** The effect of each line of a file. An invalid line reports its problem and does not affect the others. */
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
