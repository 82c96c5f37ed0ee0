import type { ServiceOperationId } from '../../../openapi/generated/operations.ts'
import type { ServiceCases } from './service-case.ts'
import { accountCases } from './services-account.ts'
import { deviceCases } from './services-devices.ts'
import { moneyCases } from './services-money.ts'
import { protocolCases } from './services-protocol.ts'

const cases: Partial<Record<ServiceOperationId, ServiceCases>> = {
  ...accountCases,
  ...deviceCases,
  ...moneyCases,
  ...protocolCases,
}

/** The cases of an operation. Throws if they are missing. */
export function casesOf(id: ServiceOperationId): ServiceCases {
  const found = cases[id]
  if (found === undefined) throw new Error(`No cases of ${id}`)
  return found
}

export const caseIds = Object.keys(cases)
