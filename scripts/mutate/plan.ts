import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'

/** The input of a worker. */
export const planSchema = z.object({
  /** The file for the results, one per line. */
  results: z.string(),
  /** The test files that may run with each mutant. */
  near: z.record(z.string(), z.array(z.string())),
  /** The maximum number of tests per mutant. */
  most: z.number(),
  /** The only mutant, active from the start; null: tests activate one mutant after another. */
  active: z.nullable(z.string()),
})

export type Plan = z.infer<typeof planSchema>

const resultSchema = z.object({
  mutant: z.string(),
  /** Each try starts with `tried` and ends with `over`. */
  outcome: z.enum(['tried', 'over', 'killed', 'not executed again', 'fails by itself', 'not repeatable']),
  why: z.optional(z.string()),
  test: z.optional(z.string()),
  pid: z.optional(z.number()),
  at: z.optional(z.number()),
  /** The time limit of a try. */
  limit: z.optional(z.number()),
})

export type Result = z.infer<typeof resultSchema>

export const resultsIn = (path: string): Result[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => resultSchema.parse(JSON.parse(line)))
    : []
