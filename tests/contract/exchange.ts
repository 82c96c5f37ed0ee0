import { AsyncLocalStorage } from 'node:async_hooks'
import type { Cloud } from '../../mocks/cloud.ts'
import { createRequestValidator } from '../../mocks/contract/request-validator.ts'
import { createValidator } from '../../mocks/contract/validator.ts'

const onPurpose = new AsyncLocalStorage<true>()

/**
 * Sends requests that break the contract on purpose: of each only the answer is held against it.
 * `await badRequest(() => send(world, 'PATCH', path, { colour: 'red' }))`
 */
export const badRequest = <Result>(send: () => Promise<Result>): Promise<Result> => onPurpose.run(true, send)

/**
 * What in a request and in its answer is not as the contract says; empty when both conform. A request may be bad only
 * when its test says so by `badRequest`, whatever it is answered. The bodies stay unread.
 */
export function createExchangeCheck() {
  const requests = createRequestValidator()
  const answers = createValidator()
  return async (request: Request, response: Response): Promise<string[]> => {
    const answered = await answers.check(request, response)
    if (onPurpose.getStore()) return answered
    return [...new Set([...(await requests.check(request)), ...answered])]
  }
}

/** The same cloud, which notes in `problems` what is not as the contract says of what it is asked and answers. */
export function watchedCloud(cloud: Cloud, problems: string[]): Cloud {
  const check = createExchangeCheck()
  return {
    ...cloud,
    async handle(request) {
      const kept = request.clone()
      const response = await cloud.handle(request)
      problems.push(...(await check(kept, response)))
      return response
    },
  }
}
