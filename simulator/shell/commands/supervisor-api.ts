import { openAnswer, supervisorAnswer, unauthorizedAnswer } from '../../supervisor/supervisor-api.ts'
import type { SupervisorAnswer, SupervisorRequest } from '../../supervisor/supervisor-api.ts'
import type { Machine } from '../machine.ts'

export interface ApiRequest extends SupervisorRequest {
  headers: ReadonlyMap<string, string>
}

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  423: 'Locked',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export function statusReason(status: number): string {
  return REASONS[status] ?? ''
}

/** The answer of the supervisor of a machine to a request over its network. */
export function localAnswer(machine: Machine, request: ApiRequest): SupervisorAnswer {
  const open = openAnswer(request)
  if (open !== undefined) return open
  if (!isAuthorized(machine, request)) return unauthorizedAnswer
  machine.now()
  const { world, index } = machine
  // Its tags are on the platform, which the device would have to ask.
  return supervisorAnswer({ world, index, key: machine.supervisorKey(), tags: () => [] }, request)
}

/** Every call needs the key of the device, except in local mode. */
function isAuthorized(machine: Machine, { query, headers }: ApiRequest): boolean {
  if (machine.device().localMode) return true
  const bearer = /^(?:Bearer|ApiKey) (\w+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const key = query.get('apikey') ?? bearer
  if (key === undefined) return false
  const granted = machine.containers().map((it) => it.container.environment['BALENA_SUPERVISOR_API_KEY'])
  return key === machine.supervisorKey() || granted.includes(key)
}
