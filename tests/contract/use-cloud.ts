import { afterAll, afterEach, beforeAll } from 'vitest'
import { createTestCloud } from '../../mocks/hosts/node.ts'
import type { TestCloud, TestCloudOptions } from '../../mocks/hosts/node.ts'
import { createExchangeCheck } from './exchange.ts'

const check = createExchangeCheck()
const opened: TestCloud[] = []

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose()
})

/** Sends a request with another content type than JSON, with validation. */
export async function sendRaw({ cloud }: TestCloud, request: Request): Promise<Response> {
  const response = await cloud.handle(request.clone())
  const problems = await check(request, response)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return response
}

const checkedCloud = (scenario: string, options: TestCloudOptions): TestCloud =>
  createTestCloud(scenario, {
    ...options,
    async check(request, response) {
      const problems = await check(request, response)
      if (problems.length === 0) return
      throw new Error(`${request.method} ${request.url} is not as the contract says:\n${problems.join('\n')}`)
    },
  })

/** A cloud whose requests and responses are all validated; disposed after the test. */
export function openCloud(scenario = 'first-look', options: TestCloudOptions = {}): TestCloud {
  const cloud = checkedCloud(scenario, options)
  opened.push(cloud)
  return cloud
}

/**
 * One cloud for all tests of a file, for tests that change nothing or only rows they created. `prepare` runs before the first test;
 * call the returned function inside tests only.
 */
export function cloudOfFile<Prepared>(prepare: (world: TestCloud) => Promise<Prepared>): () => Prepared {
  let kept: { world: TestCloud; prepared: Prepared } | undefined
  beforeAll(async () => {
    const world = checkedCloud('first-look', {})
    kept = { world, prepared: await prepare(world) }
  })
  afterAll(() => kept?.world.dispose())
  return () => {
    if (kept === undefined) throw new Error('The cloud of the file is opened before its tests')
    return kept.prepared
  }
}
