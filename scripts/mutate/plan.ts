import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'

/** What a worker is told. */
export const planSchema = z.object({
  /** Where it writes what came of each try, a line each. */
  results: z.string(),
  /** The test files that may try each mutant. */
  near: z.record(z.string(), z.array(z.string())),
  /** How many tests may try a mutant. */
  most: z.number(),
  /** The one mutant that is awake from the first line of code on; null where tests try one after another. */
  awake: z.nullable(z.string()),
})

export type Plan = z.infer<typeof planSchema>

const resultSchema = z.object({
  mutant: z.string(),
  /** Each try begins with `tried` and ends with `over`. */
  outcome: z.enum(['tried', 'over', 'killed', 'not asked again', 'fails by itself', 'not repeatable']),
  why: z.optional(z.string()),
  test: z.optional(z.string()),
  pid: z.optional(z.number()),
  at: z.optional(z.number()),
  /** How long a try may take. */
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
