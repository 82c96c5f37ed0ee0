import { api } from '@/api/api.ts'
import { upsert } from '@/domain/platform/upsert.ts'

/** Number of variables written in parallel. */
export const VARIABLES_AT_ONCE = 10

/** Sets a variable of a fleet, app or block for all services. */
export function setFleetVariable(
  kind: 'environment' | 'configuration',
  application: number,
  { name, value }: { name: string; value: string },
): Promise<void> {
  const { data } = api()
  const resource =
    kind === 'configuration' ? 'application_config_variable' : 'application_environment_variable'
  return upsert(
    () => data.post({ resource, body: { application, name, value } }),
    () => data.patch({ resource, options: { $filter: { application, name } }, body: { value } }),
  )
}
