import type { Write } from '@/api/write-log.ts'
import { doneHereText } from '@/messages/device-history.ts'
import type { DeviceEvent } from './device-event.ts'

interface Named {
  id: number
  uuid: string
  /** Of its fleet, which some calls name instead. */
  fleetId: number | null
}

type Body = Readonly<Record<string, unknown>>

/** What this client did to one device, oldest first. What concerned others is left out. */
export function localActions(writes: readonly Write[], device: Named): DeviceEvent[] {
  return writes.flatMap((write): DeviceEvent[] => {
    const body = isBody(write.body) ? write.body : {}
    const told =
      supervisorCall(write, body, device) ?? actionCall(write, body, device) ?? change(write, body, device)
    if (told === undefined) return []
    const [kind, text] = told
    return [{ key: `client-${write.n}`, at: write.at, kind, source: 'client', text }]
  })
}

type Told = readonly [DeviceEvent['kind'], string]

const isBody = (body: unknown): body is Body => typeof body === 'object' && body !== null

function supervisorCall({ path }: Write, body: Body, { id, uuid }: Named): Told | undefined {
  if (!path.startsWith('/supervisor/') || (body['deviceId'] !== id && body['uuid'] !== uuid)) return undefined
  const service = /\/(start|stop|restart)-service$/.exec(path)?.[1]
  const data = isBody(body['data']) ? body['data'] : {}
  const forced = (text: string) => (data['force'] === true ? doneHereText.forced(text) : text)
  switch (service ?? path.split('/').at(-1)) {
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
    case 'start':
      return ['action', doneHereText.service.start]
    case 'stop':
      return ['action', doneHereText.service.stop]
    case 'restart':
      return ['action', service === undefined ? doneHereText.restart : doneHereText.service.restart]
    default:
      return undefined
  }
}

function actionCall({ path, method }: Write, body: Body, { uuid }: Named): Told | undefined {
  const [, version, of, action] = /^\/v([12])\/([0-9a-f]+)\/(\w+)$/.exec(path) ?? []
  if (version === undefined || of !== uuid || method !== 'POST') return undefined
  if (action === 'checks') return ['action', doneHereText.checks]
  if (action === 'diagnose') return ['action', doneHereText.diagnose]
  const parameters = isBody(body['parameters']) ? body['parameters'] : {}
  return action === 'resinhup'
    ? ['update', doneHereText.osUpdate(String(parameters['target_version']))]
    : undefined
}

function change(write: Write, body: Body, device: Named): Told | undefined {
  const [, resource] = /^\/v7\/(device\w*)/.exec(write.path) ?? []
  if (resource === undefined || !concerns(write.path, resource, body, device.id)) return undefined
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

/** Whether the request names the device: by its id in the path, in its filter or in its body. */
function concerns(path: string, resource: string, body: Body, id: number): boolean {
  const text = decodeURIComponent(path)
  if (resource === 'device') {
    if (new RegExp(`/device\\(${id}\\)`).test(text)) return true
    const list = /\bid in \(([\d,\s]+)\)/.exec(text)?.[1] ?? /\bid eq (\d+)/.exec(text)?.[1] ?? ''
    return list.split(',').some((one) => Number(one) === id)
  }
  return body['device'] === id || new RegExp(`\\bdevice eq ${id}\\b`).test(text)
}

function nameIn(path: string, body: Body, field: string): string {
  const inBody = body[field]
  if (typeof inBody === 'string') return inBody
  return new RegExp(`${field} eq '((?:[^']|'')*)'`).exec(decodeURIComponent(path))?.[1] ?? ''
}
