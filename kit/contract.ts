import { createRequestValidator } from '../mocks/contract/request-validator.ts'
import { createValidator } from '../mocks/contract/validator.ts'

/** The types of the platform's services: `paths`, `operations`, `components['schemas']`. */
export type { components, operations, paths } from '../openapi/generated/types.d.ts'
/** The rows of the data API: `Device['Read']`, `Device['Write']`. */
export type * from '../openapi/generated/resources.d.ts'
/** What the simulation answers about itself, below `/__flotilla/`. */
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

/** Sentences about what is not as the contract says; none when all of it is. Bodies stay unread. */
export type ContractCheck = (request: Request, response: Response) => Promise<string[]>

/** Holds requests and their answers against the OpenAPI description. */
export function createContractCheck(): ContractCheck {
  const asked = createRequestValidator()
  const answered = createValidator()
  return async (request, response) => [
    ...(await asked.check(request.clone())),
    ...(await answered.check(request, response.clone())),
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
