import type { Cloud } from '../../mocks/cloud.ts'
import { createRequestValidator } from '../../mocks/contract/request-validator.ts'
import { createValidator } from '../../mocks/contract/validator.ts'

export interface ExchangeWish {
  /** Says that the request is bad on purpose: then only its answer is held against the contract. */
  breaksContract?: boolean
}

/** How the platform answers input that it cannot take: 400, or 500 where a field is missing or unknown (wire 7). */
const BAD_INPUT: ReadonlySet<number> = new Set([400, 500])

/**
 * What in a request and in its answer is not as the contract says; empty when both conform. A request may be bad when it is
 * refused as bad input, or when its test says that it breaks the contract. The bodies stay unread.
 */
export function createExchangeCheck() {
  const requests = createRequestValidator()
  const answers = createValidator()
  return async (request: Request, response: Response, wish: ExchangeWish = {}): Promise<string[]> => {
    const answered = await answers.check(request, response)
    if (wish.breaksContract || BAD_INPUT.has(response.status)) return answered
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
