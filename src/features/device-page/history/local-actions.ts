import { deviceIn, resourceIn, wordsIn } from '@/api/request-path.ts'
import type { Write } from '@/api/write-log.ts'
import { idsIn, textIn } from '@/engines/activity/rows-in.ts'
import { doneHereText } from '@/messages/device-page/device-history.ts'
import type { DeviceEvent } from './device-event.ts'

interface DeviceIds {
  id: number
  uuid: string
  /** Id of its fleet, which some requests contain instead. */
  fleetId: number | null
}

type Body = Readonly<Record<string, unknown>>

/** The actions of this client on one device, oldest first. */
export function localActions(writes: readonly Write[], device: DeviceIds): DeviceEvent[] {
  return writes.flatMap((write): DeviceEvent[] => {
    const body = isBody(write.body) ? write.body : {}
    const action =
      supervisorCall(write, body, device) ?? actionCall(write, body, device) ?? change(write, body, device)
    if (action === undefined) return []
    const [kind, text] = action
    return [{ key: `client-${write.n}`, at: write.at, kind, source: 'client', text }]
  })
}

type ActionText = readonly [DeviceEvent['kind'], string]

const lastOf = (path: string) => wordsIn(path).at(-1)

const isBody = (body: unknown): body is Body => typeof body === 'object' && body !== null

function supervisorCall({ path }: Write, body: Body, { id, uuid }: DeviceIds): ActionText | undefined {
  if (!path.startsWith('/supervisor/') || (body['deviceId'] !== id && body['uuid'] !== uuid)) return undefined
  const last = lastOf(path)
  const data = isBody(body['data']) ? body['data'] : {}
  const forced = (text: string) => (data['force'] === true ? doneHereText.forced(text) : text)
  switch (last) {
    case 'blink':
      return ['action', doneHereText.blink]
    case 'reboot':
      return ['action', forced(doneHereText.reboot)]
    case 'shutdown':
      return ['action', forced(doneHereText.shutdown)]
    case 'purge':
      return ['action', doneHereText.purge]
    case 'update':
      return ['update', doneHereText.update]
    case 'restart':
      return ['action', doneHereText.restart]
    case 'start-service':
      return ['action', doneHereText.service.start]
    case 'stop-service':
      return ['action', doneHereText.service.stop]
    case 'restart-service':
      return ['action', doneHereText.service.restart]
    default:
      return undefined
  }
}

function actionCall({ path, method }: Write, body: Body, { uuid }: DeviceIds): ActionText | undefined {
  if (deviceIn(path) !== uuid || method !== 'POST') return undefined
  const action = lastOf(path)
  if (action === 'checks') return ['action', doneHereText.checks]
  if (action === 'diagnose') return ['action', doneHereText.diagnose]
  const parameters = isBody(body['parameters']) ? body['parameters'] : {}
  return action === 'resinhup'
    ? ['update', doneHereText.osUpdate(String(parameters['target_version']))]
    : undefined
}

function change(write: Write, body: Body, device: DeviceIds): ActionText | undefined {
  const resource = resourceIn(write.path)
  if (resource === null || !concerns(write.path, resource, body, device.id)) return undefined
  switch (resource) {
    case 'device_tag':
      return ['device', doneHereText.tag(nameIn(write.path, body, 'tag_key'))]
    case 'device_environment_variable':
      return ['device', doneHereText.variable(nameIn(write.path, body, 'name'))]
    case 'device_config_variable':
      return ['device', doneHereText.config(nameIn(write.path, body, 'name'))]
    default: {
      if ('should_be_managed_by__release' in body) return ['update', doneHereText.supervisorUpdate]
      const field = Object.entries(doneHereText.fields).find(([name]) => name in body)
      if (field === undefined) return undefined
      return [field[0] === 'is_pinned_on__release' ? 'update' : 'action', field[1]]
    }
  }
}

/** Whether the request concerns the device: by the id in its path, filter or body. */
const concerns = (path: string, resource: string, body: Body, id: number): boolean =>
  resource === 'device'
    ? idsIn(path, 'id').includes(id)
    : body['device'] === id || idsIn(path, 'device').includes(id)

function nameIn(path: string, body: Body, field: string): string {
  const inBody = body[field]
  return typeof inBody === 'string' ? inBody : (textIn(path, field) ?? '')
}
