import * as z from 'zod/mini'

/** The results of one stage of the tests. Failures contain the names of the tests. */
export interface Counts {
  passed: number
  skipped: number
  failures: readonly string[]
  /** Tests that passed only when retried; also counted as passed. */
  retried: readonly string[]
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          /** Includes messages of failed tries before a success. */
          failureMessages: z.optional(z.array(z.string())),
        }),
      ),
    }),
  ),
})

/**
 * Reads the output of `vitest --reporter=json`. A file that could not be loaded counts as one failure.
 * @param root the prefix to remove from file names
 */
export function countVitest(report: unknown, root: string): Counts {
  const { testResults } = vitestReport.parse(report)
  const failures: string[] = []
  const retried: string[] = []
  let passed = 0
  let skipped = 0
  for (const { name, status, message, assertionResults } of testResults) {
    const file = name.replace(root, '').replace(/^[\\/]/, '')
    for (const test of assertionResults) {
      if (test.status === 'passed' && test.failureMessages?.length) retried.push(`${file}: ${test.fullName}`)
      if (test.status === 'passed') passed++
      else if (test.status === 'failed') failures.push(`${file}: ${test.fullName}`)
      else skipped++
    }
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) {
      failures.push(`${file}: ${message?.split('\n')[0] || 'could not be loaded'}`)
    }
  }
  return { passed, skipped, failures, retried }
}

interface Suite {
  title: string
  specs: readonly { title: string; file: string; tests: readonly { projectName: string; status: string }[] }[]
  suites?: readonly Suite[]
}

const suite: z.ZodMiniType<Suite> = z.object({
  title: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(z.object({ projectName: z.string(), status: z.string() })),
    }),
  ),
  get suites() {
    return z.optional(z.array(suite))
  },
})

const playwrightReport = z.object({
  suites: z.array(suite),
  errors: z.array(z.object({ message: z.optional(z.string()) })),
})

const allSpecs = (suites: readonly Suite[]): Suite['specs'] =>
  suites.flatMap(({ specs, suites: inner }) => [...specs, ...allSpecs(inner ?? [])])

/** Reads the output of `playwright test --reporter=json`. A test counts once per browser project. */
export function countPlaywright(report: unknown): Counts {
  const { suites, errors } = playwrightReport.parse(report)
  const failures = errors.map(
    ({ message }) => `e2e: ${message?.split('\n')[0] || 'an error outside of any test'}`,
  )
  const retried: string[] = []
  let passed = 0
  let skipped = 0
  for (const { title, file, tests } of allSpecs(suites)) {
    for (const { projectName, status } of tests) {
      const name = `e2e/${file}: ${title} (${projectName})`
      if (status === 'expected' || status === 'flaky') passed++
      else if (status === 'skipped') skipped++
      else failures.push(name)
      if (status === 'flaky') retried.push(name)
    }
  }
  return { passed, skipped, failures, retried }
}

export const addCounts = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
  failures: all.flatMap(({ failures }) => failures),
  retried: all.flatMap(({ retried }) => retried),
})
