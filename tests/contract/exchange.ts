import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync } from 'node:fs'
import { matchOperation } from '../../mocks/base/contract/match.ts'
import { createRequestValidator } from '../../mocks/base/contract/request-validator.ts'
import { createValidator } from '../../mocks/base/contract/validator.ts'
import type { Cloud } from '../../mocks/cloud.ts'

const onPurpose = new AsyncLocalStorage<true>()

/**
 * Sends requests that violate the contract on purpose: only their responses are validated.
 * `await badRequest(() => send(world, 'PATCH', path, { colour: 'red' }))`
 */
export const badRequest = <Result>(send: () => Promise<Result>): Promise<Result> => onPurpose.run(true, send)

/**
 * Returns the contract violations of a request and its response; empty if both conform. An invalid request must be sent with
 * `badRequest`, whatever the response. Does not consume the bodies.
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

/** The operations that succeed are added to this file, if it is set, for `npm run parity`. */
const { FLOTILLA_EVIDENCE } = process.env

function noteEvidence({ method, url }: Request, { ok }: Response): void {
  if (FLOTILLA_EVIDENCE === undefined || !ok) return
  const found = matchOperation(method, new URL(url).pathname)
  if (found !== undefined) appendFileSync(FLOTILLA_EVIDENCE, `${found.id}\n`)
}

/** Wraps a cloud: adds the contract violations of its requests and responses to `problems`. */
export function watchedCloud(cloud: Cloud, problems: string[]): Cloud {
  const check = createExchangeCheck()
  return {
    ...cloud,
    async handle(request) {
      const kept = request.clone()
      const response = await cloud.handle(request)
      noteEvidence(request, response)
      problems.push(...(await check(kept, response)))
      return response
    },
  }
}
