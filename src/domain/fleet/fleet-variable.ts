import { api } from '@/api/api.ts'
import { dataRequest, quoted, sendRequest } from '@/api/data-request.ts'
import { upsert } from '@/domain/platform/upsert.ts'

/** Number of variables written in parallel. */
export const VARIABLES_AT_ONCE = 10

/** A variable for all services of a fleet, app or block. */
type Variable = { name: string; value: string }

/** Creates a variable of a fleet, app or block for all services; sent by `setFleetVariable`. */
export const fleetVariableCall = (
  kind: 'environment' | 'configuration',
  application: number,
  { name, value }: Variable,
) => dataRequest('post', { resource: resourceOf(kind), body: { application, name, value } })

const resourceOf = (kind: 'environment' | 'configuration') =>
  kind === 'configuration' ? 'application_config_variable' : 'application_environment_variable'

/** Sets a variable of a fleet, app or block for all services. */
export function setFleetVariable(
  kind: 'environment' | 'configuration',
  application: number,
  variable: Variable,
): Promise<void> {
  const { data } = api()
  const { name, value } = variable
  return upsert(
    () => sendRequest(data, fleetVariableCall(kind, application, variable)),
    () =>
      sendRequest(
        data,
        dataRequest('patch', {
          resource: resourceOf(kind),
          filter: `application eq ${application} and name eq ${quoted(name)}`,
          body: { value },
        }),
      ),
  )
}
