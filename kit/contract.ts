import { createRequestValidator } from '../mocks/base/contract/request-validator.ts'
import { createValidator } from '../mocks/base/contract/validator.ts'

/** The types of the platform's services: `paths`, `operations`, `components['schemas']`. */
export type { components, operations, paths } from '../openapi/generated/types.d.ts'
/** The rows of the data API: `Device['Read']`, `Device['Write']`. */
export type * from '../openapi/generated/resources.d.ts'
/** What the control API below `/__flotilla/` returns. */
export type {
  Email,
  Explanation,
  Fault,
  NewFault,
  Replayed,
  SessionFile,
  WorldEvent,
  WorldState,
} from '../openapi/generated/control.d.ts'

/** Describes contract violations, one sentence each; empty if there are none. Does not consume the bodies. */
export type ContractCheck = (request: Request, response: Response) => Promise<string[]>

/** Validates requests and responses against the OpenAPI description. */
export function createContractCheck(): ContractCheck {
  const requests = createRequestValidator()
  const responses = createValidator()
  return async (request, response) => [
    ...(await requests.check(request.clone())),
    ...(await responses.check(request, response.clone())),
  ]
}

const file = (name: string) => new URL(`../openapi/${name}.yaml`, import.meta.url)

/** The OpenAPI 3.1 files: of the platform, of its billing and support services, and of the simulation. */
export const openApiFiles: { platform: URL; billing: URL; support: URL; control: URL } = {
  platform: file('platform'),
  billing: file('billing'),
  support: file('support'),
  control: file('control'),
}
