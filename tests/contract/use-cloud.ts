import { afterEach } from 'vitest'
import { createTestCloud } from '../../mocks/hosts/node.ts'
import type { TestCloud, TestCloudOptions } from '../../mocks/hosts/node.ts'
import { createValidator } from './validator.ts'

const validator = createValidator()
const opened: TestCloud[] = []

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose()
})

/** Sends a request that is no JSON, and holds the answer against the contract. */
export async function sendRaw({ cloud }: TestCloud, request: Request): Promise<Response> {
  const response = await cloud.handle(request.clone())
  const problems = await validator.check(request, response)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return response
}

/** A cloud whose every answer is held against the contract; it ends with the test. */
export function openCloud(scenario = 'first-look', options: TestCloudOptions = {}): TestCloud {
  const cloud = createTestCloud(scenario, {
    ...options,
    async check(request, response) {
      const problems = await validator.check(request, response)
      if (problems.length === 0) return
      throw new Error(`${request.method} ${request.url} is not as the contract says:\n${problems.join('\n')}`)
    },
  })
  opened.push(cloud)
  return cloud
}
