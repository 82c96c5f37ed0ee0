import { serviceOperations } from '../../../openapi/generated/operations.ts'
import type { ServiceOperationId } from '../../../openapi/generated/operations.ts'
import type { ServiceCases } from './service-case.ts'
import { accountCases } from './services-account.ts'
import { deviceCases } from './services-devices.ts'
import { moneyCases } from './services-money.ts'

const cases: Partial<Record<ServiceOperationId, ServiceCases>> = {
  ...accountCases,
  ...deviceCases,
  ...moneyCases,
}

/** What devices themselves speak has tables of its own: `state.test.ts`, `logs.test.ts` and beside them. */
export const elsewhere: ReadonlySet<string> = new Set(
  serviceOperations.filter(({ path }) => path.startsWith('/device/')).map(({ id }) => id),
)

/** The cases of an operation. Throws for one that no table tells about. */
export function casesOf(id: ServiceOperationId): ServiceCases {
  const found = cases[id]
  if (found === undefined) throw new Error(`No cases of ${id}`)
  return found
}

export const told = Object.keys(cases)
