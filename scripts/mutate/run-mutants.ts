import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import config from '../../vitest.config.ts'
import { withMutants, type Mutant } from './mutants.ts'
import { resultsIn, type Plan, type Result } from './plan.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/.cache/mutate')
const beside = (file: string) => join(import.meta.dirname, file)

const ROUNDS = 4
/** After fewer tests than this, a mutant gets more test files. */
const ENOUGH_TRIES = 10
/** A try that exceeds its time limit by this much is assumed to be in an endless loop. */
const LOST_MS = 30_000

export interface Fate {
  mutant: Mutant
  /** The test that killed it, and its message. */
  killedBy: { test: string; why: string } | null
  /** The number of tests that executed it. */
  tries: number
}

export interface RunOptions {
  /** The test files for each mutant by its id, the most likely to kill it first. */
  near: Readonly<Record<string, string[]>>
  /** The number of them to run; the same number again, up to three times, while few tests have executed the mutant. */
  mostFiles: number
  mostTests: number
  say(line: string): void
}

/** The test configuration of the project, with the mutants in the modules it loads. */
function projectsWith(mutants: readonly Mutant[]) {
  const byPath = Map.groupBy(mutants, ({ path }) => path)
  const plugin: Plugin = {
    name: 'mutants',
    enforce: 'pre',
    transform(code, id) {
      const path = relative(root, id.split('?')[0] ?? id).replaceAll('\\', '/')
      const found = byPath.get(path)
      return found && { code: withMutants(code, found), map: null }
    },
  }
  const { projects = [] } = config.test ?? {}
  return projects.flatMap((project) => {
    if (typeof project !== 'object' || !('test' in project)) return []
    const { test = {} } = project
    if (test.name === 'clients' || test.name === 'cli') return []
    const own = [test.setupFiles ?? []].flat()
    return [
      {
        ...project,
        plugins: [...(project.plugins ?? []), plugin],
        test: {
          ...test,
          retry: 0,
          runner: beside('runner.ts'),
          setupFiles: [beside('mutant-state.ts'), ...own],
          // The cache does not know that the file now contains other mutants.
          fsModuleCache: false,
        },
      },
    ]
  })
}

/** The next test files for mutants that few tests have executed. Mutants at load level must be active before. */
function nearInRound(
  round: number,
  mutants: readonly Mutant[],
  { near, mostFiles }: RunOptions,
  done: readonly Result[],
): Plan['near'] {
  const hasEnough = (id: string) => {
    const own = done.filter(({ mutant }) => mutant === id)
    const tries = own.filter(({ outcome }) => outcome === 'tried').length
    return tries >= ENOUGH_TRIES || own.some(({ outcome }) => outcome === 'killed')
  }
  return Object.fromEntries(
    mutants
      .filter(({ id, atLoad }) => !hasEnough(id) && !atLoad)
      .map(({ id }) => [id, (near[id] ?? []).slice(round * mostFiles, (round + 1) * mostFiles)]),
  )
}

/** Runs the tests with each mutant in turn. The files on disk do not change. */
export async function runMutants(mutants: readonly Mutant[], options: RunOptions): Promise<Fate[]> {
  mkdirSync(folder, { recursive: true })
  const results = join(folder, `results-${process.pid}.jsonl`)
  const planFile = join(folder, `plan-${process.pid}.json`)
  process.env['MUTATION_PLAN'] = planFile
  writeFileSync(results, '')
  const writePlan = (active: string | null, near: Plan['near'] = {}) => {
    const plan: Plan = { results, near, most: options.mostTests, active }
    writeFileSync(planFile, JSON.stringify(plan))
    if (active === null) delete process.env['ACTIVE_MUTANT']
    else process.env['ACTIVE_MUTANT'] = active
  }
  const vitest = await createVitest('test', {
    config: false,
    root,
    watch: false,
    maxWorkers: 1,
    reporters: [{}],
    silent: true,
    projects: projectsWith(mutants),
  })
  try {
    const specifications = await vitest.globTestSpecifications()
    for (let round = 0; round < ROUNDS; round++) {
      const near = nearInRound(round, mutants, options, resultsIn(results))
      writePlan(null, near)
      const files = new Set(Object.values(near).flat())
      const chosen = specifications.filter((one) => files.has(pathOf(one)))
      if (chosen.length === 0) continue
      const { testModules } = await runWatched(vitest, chosen, results, options.say)
      for (const one of testModules)
        for (const { message } of one.errors())
          options.say(`does not load: ${one.relativeModuleId}: ${message}`)
    }
    const count = (id: string, outcome: Result['outcome']) =>
      resultsIn(results).filter((one) => one.mutant === id && one.outcome === outcome).length
    const isKilled = (id: string) => count(id, 'killed') > 0
    for (const mutant of mutants) {
      // A value that is computed once and cached requires the mutant to be active from the start.
      const isNeverExecutedAgain = count(mutant.id, 'not executed again') === count(mutant.id, 'tried')
      const wasExecuted = mutant.atLoad || count(mutant.id, 'tried') > 0
      if (isKilled(mutant.id) || !isNeverExecutedAgain || !wasExecuted) continue
      writePlan(mutant.id)
      const near = options.near[mutant.id]?.slice(0, options.mostFiles) ?? []
      for (const path of near) {
        const [one] = specifications.filter((each) => pathOf(each) === path)
        if (one === undefined || isKilled(mutant.id)) continue
        const { testModules } = await runWatched(vitest, [one], results, options.say)
        const broken = testModules.find((each) => each.relativeModuleId === path && each.errors().length > 0)
        if (broken && !isKilled(mutant.id))
          append(results, {
            mutant: mutant.id,
            outcome: 'killed',
            why: broken.errors()[0]?.message,
            test: path,
          })
      }
    }
    for (const { outcome, test = '', why = '' } of resultsIn(results))
      if (outcome === 'fails by itself' || outcome === 'not repeatable')
        options.say(`${outcome}: ${test}: ${why}`)
    return fatesOf(mutants, resultsIn(results))
  } finally {
    await vitest.close()
    rmSync(planFile)
    rmSync(results)
  }
}

const pathOf = ({ moduleId }: TestSpecification) => relative(root, moduleId).replaceAll('\\', '/')

const append = (results: string, result: Result) => appendFileSync(results, `${JSON.stringify(result)}\n`)

/** Runs tests, and kills a process in an endless loop; another process does the rest of its work, or that of a crashed one. */
async function runWatched(
  vitest: Vitest,
  specifications: TestSpecification[],
  results: string,
  say: (line: string) => void,
) {
  let left = specifications
  for (;;) {
    const timer = setInterval(() => {
      const unfinished = unfinishedIn(results)
      if (unfinished && Date.now() - (unfinished.at ?? 0) > (unfinished.limit ?? 0) + LOST_MS)
        end(unfinished.pid)
    }, 5_000)
    vitest.state.filesMap.clear()
    const result = await vitest.runTestSpecifications(left).finally(() => clearInterval(timer))
    const unfinished = unfinishedIn(results)
    if (unfinished === undefined) return result
    const { mutant, test } = unfinished
    append(results, { mutant, outcome: 'killed', why: 'does not end, or ends the process', test })
    const done = new Set(
      result.testModules.filter((one) => one.state() !== 'pending' && one.ok()).map((one) => one.moduleId),
    )
    left = left.filter(({ moduleId }) => !done.has(moduleId))
    say(`A process ended; ${left.length} files of tests are left`)
  }
}

/** The try that the last process started and did not finish. */
function unfinishedIn(results: string): Result | undefined {
  const last = resultsIn(results).at(-1)
  return last?.outcome === 'tried' ? last : undefined
}

/** Kills a process, which may already have ended. */
function end(pid: number | undefined) {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function fatesOf(mutants: readonly Mutant[], results: readonly Result[]): Fate[] {
  const tries = new Map<string, number>()
  const killers = new Map<string, Fate['killedBy']>()
  for (const { mutant, outcome, test = '', why = '' } of results) {
    if (outcome === 'tried') tries.set(mutant, (tries.get(mutant) ?? 0) + 1)
    if (outcome === 'killed' && !killers.has(mutant)) killers.set(mutant, { test, why })
  }
  return mutants.map((mutant) => ({
    mutant,
    killedBy: killers.get(mutant.id) ?? null,
    tries: tries.get(mutant.id) ?? 0,
  }))
}

export const readSource = (path: string) => readFileSync(join(root, path), 'utf8')
