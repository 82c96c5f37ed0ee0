import { appendFileSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { configure } from '@testing-library/dom'
import { TestRunner, type RunnerTestCase } from 'vitest'
import * as z from 'zod/mini'
import { planSchema, resultsIn, type Result } from './plan.ts'

const plan = planSchema.parse(
  JSON.parse(readFileSync(z.string().parse(process.env['MUTATION_PLAN']), 'utf8')),
)

/** A `waitFor` gives up after the duration of the test without mutants, plus this. */
const PATIENCE_MS = 2_500

// The originals, before a test installs fake timers.
const { setTimeout: later, clearTimeout: notAnyMore } = globalThis
const now = performance.now.bind(performance)
const date = Date.now.bind(Date)

class TooLong extends Error {}

const limited = async (work: Promise<unknown>, ms: number) => {
  let timer: ReturnType<typeof later> | undefined
  const late = new Promise((_, reject) => {
    timer = later(() => reject(new TooLong('took too long')), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    notAnyMore(timer)
  }
}

/**
 * Runs each test once without mutants, then once for each mutant that it has executed, and finally without mutants again: if that run
 * fails, the results say nothing about the mutants. For Vitest, the tries are retries, so all fixtures of a test are set up again.
 */
// Vitest requires a default export.
// oxlint-disable-next-line import/no-default-export
export default class MutantRunner extends TestRunner {
  readonly #state = (globalThis.mutantState ??= { active: null, executed: new Set() })
  readonly #tries = new Map<string, number>()
  readonly #settled = new Set<string>()
  #queue: string[] = []
  #killed: Result[] = []
  #phase: 'as it is' | 'mutant' | 'as it was' = 'as it is'
  #began = 0
  #usualMs = 0

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    const { active } = plan
    if (active !== null && (this.#settled.has(active) || this.#triesOf(active) >= plan.most))
      test.mode = 'skip'
    await super.onBeforeRunTask(test)
    if (this.#settled.size === 0)
      for (const { mutant, outcome } of resultsIn(plan.results))
        if (outcome === 'killed') this.#settled.add(mutant)
    test.retry = 10_000
    this.#phase = 'as it is'
    this.#queue = []
    this.#killed = []
    this.#usualMs = plan.active === null ? Infinity : 20_000
  }

  override onBeforeTryTask(...of: Parameters<TestRunner['onBeforeTryTask']>): void {
    super.onBeforeTryTask(...of)
    this.#state.active = plan.active ?? (this.#phase === 'mutant' ? (this.#queue[0] ?? null) : null)
    this.#state.executed.clear()
    if (this.#state.active !== null)
      this.#record({ mutant: this.#state.active, outcome: 'tried', limit: this.#limit() }, of[0].name)
    const patience = Math.min(30_000, Math.max(PATIENCE_MS, 2 * this.#usualMs))
    configure({ asyncUtilTimeout: plan.active === null ? patience : 2 * PATIENCE_MS })
    this.#began = now()
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = Promise.resolve(TestRunner.getTestFn(test)())
    await limited(run, this.#limit())
  }

  readonly #limit = () => Math.min(110_000, Math.max(4 * PATIENCE_MS, 4 * this.#usualMs))

  override async onAfterRetryTask(...of: Parameters<TestRunner['onAfterRetryTask']>): Promise<void> {
    await super.onAfterRetryTask(...of)
    const [test] = of
    const { result } = test
    if (!result) return
    if (this.#state.active !== null) this.#record({ mutant: this.#state.active, outcome: 'over' }, test.name)
    const failed = result.state === 'fail'
    const why = failed ? (result.errors?.at(-1)?.message ?? '').split('\n')[0] : undefined
    const isDone = this.#isDone(test, failed, why)
    // Vitest retries after an error.
    if (isDone) result.errors = undefined
    else (result.errors ??= []).push({ message: 'the next mutant' })
    result.state = isDone ? 'pass' : 'fail'
  }

  /** Records the result of a try, and prepares the next one. */
  #isDone(test: RunnerTestCase, failed: boolean, why: string | undefined): boolean {
    if (plan.active !== null) {
      this.#tries.set(plan.active, this.#triesOf(plan.active) + 1)
      if (failed) {
        this.#settled.add(plan.active)
        this.#record({ mutant: plan.active, outcome: 'killed', why }, test.name)
      }
      return true
    }
    if (this.#phase === 'as it was') {
      if (failed) this.#record({ mutant: '', outcome: 'not repeatable', why }, test.name)
      else for (const result of this.#killed) this.#settle(result, test.name)
      return true
    }
    if (this.#phase === 'as it is') {
      if (failed) {
        this.#record({ mutant: '', outcome: 'fails by itself', why }, test.name)
        return true
      }
      this.#usualMs = now() - this.#began
      this.#queue = [...this.#state.executed].filter((id) => this.#isOfInterest(id, test))
      this.#phase = 'mutant'
    } else {
      const id = this.#queue.shift() ?? ''
      this.#tries.set(id, this.#triesOf(id) + 1)
      if (!this.#state.executed.has(id))
        this.#record({ mutant: id, outcome: 'not executed again' }, test.name)
      if (failed) this.#killed.push({ mutant: id, outcome: 'killed', why })
    }
    if (this.#queue.length > 0) return false
    this.#phase = 'as it was'
    return this.#killed.length === 0
  }

  #isOfInterest(id: string, test: RunnerTestCase): boolean {
    const near = plan.near[id]
    if (near === undefined || !near.includes(test.file.name) || this.#settled.has(id)) return false
    return this.#triesOf(id) < plan.most
  }

  readonly #triesOf = (id: string) => this.#tries.get(id) ?? 0

  #settle(result: Result, test: string) {
    this.#settled.add(result.mutant)
    this.#record(result, test)
  }

  #record(result: Result, test: string) {
    const line = { ...result, test, pid: process.pid, at: date() }
    appendFileSync(plan.results, `${JSON.stringify(line)}\n`)
  }
}
