import { expect } from 'vitest'
import type { ServiceOperationId } from '../../../openapi/generated/operations.ts'
import { send } from '../accounts.ts'
import { done, refused } from './service-case.ts'
import type { ServiceCases } from './service-case.ts'
import type { Subjects } from './subjects.ts'

interface Machine {
  credential: string
}

async function secretFrom({ world }: Subjects, path: string, body: object, as: 'ada' | 'pat') {
  const [, secret] = await send(world, 'POST', path, { name: 'case', expiryDate: null, ...body }, as)
  return { credential: String(secret) }
}

const keyOfDevice = (it: Subjects): Promise<Machine> =>
  secretFrom(it, `/api-key/device/${it.device.id}/device-key`, {}, 'ada')

const provisioningKey = (it: Subjects): Promise<Machine> =>
  secretFrom(it, `/api-key/application/${it.fleet}/provisioning`, {}, 'ada')

const keyOfPlatform = (it: Subjects): Promise<Machine> => secretFrom(it, '/api-key/user/full', {}, 'pat')

const ofDevice = ({ device }: Subjects) => ({ params: { uuid: device.uuid } })
const ofOther = ({ offline }: Subjects) => ({ params: { uuid: offline.uuid } })

/** The target state is readable by users who see the device; for others, the device does not exist. */
const target = (): ServiceCases => ({
  success: done(async (it) => ({ ...ofDevice(it), as: await keyOfDevice(it) })),
  refusal: refused(401, (it) => ({ ...ofDevice(it), as: 'mel' })),
  badInput: { exempt: 'whoever asks for a device that does not exist gets the answer for a deleted one' },
})

const KEY_REQUIRED = { error: 'API key required' }

const LINE = { timestamp: 1_795_000_000_000, message: 'hello', isSystem: false, isStdErr: false }
const JSON_LINES = { 'content-type': 'application/x-ndjson' }

/** Reports of a VPN server are accepted only with the platform's own key. */
const tunnel = (): ServiceCases => ({
  success: done(async (it) => ({ as: await keyOfPlatform(it), body: { common_name: it.device.uuid } })),
  refusal: refused(401, (it) => ({ as: 'pat', body: { common_name: it.device.uuid } })),
  badInput: refused(400, async (it) => ({ as: await keyOfPlatform(it), body: { uuids: [] } })),
})

const registration = ({ fleet }: Subjects, uuid: string) => ({
  application: fleet,
  uuid,
  device_type: 'raspberrypi4-64',
})

/** The APIs of devices and VPN servers, with their own keys. */
export const protocolCases = {
  'logs.read': {
    success: done((it) => ({ ...ofDevice(it), as: 'olive', query: '?count=5' })),
    refusal: refused(
      404,
      (it) => ({ ...ofDevice(it), as: 'mel' }),
      expect.stringMatching(/^No device with uuid /),
    ),
    badInput: { exempt: 'a count or start that cannot be read has no effect' },
  },
  'logs.write': {
    success: done(async (it) => ({ ...ofDevice(it), as: await keyOfDevice(it), body: [LINE] }), 201),
    refusal: refused(401, (it) => ({ ...ofDevice(it), as: 'olive', body: [LINE] }), KEY_REQUIRED),
    badInput: refused(400, async (it) => ({ ...ofDevice(it), as: await keyOfDevice(it), body: { LINE } })),
  },
  'logs.writeStream': {
    success: done(
      async (it) => ({
        ...ofDevice(it),
        as: await keyOfDevice(it),
        raw: `${JSON.stringify(LINE)}\n`,
        headers: JSON_LINES,
      }),
      201,
    ),
    refusal: refused(
      401,
      (it) => ({ ...ofDevice(it), as: 'olive', raw: '\n', headers: JSON_LINES }),
      KEY_REQUIRED,
    ),
    badInput: refused(
      400,
      async (it) => ({
        ...ofDevice(it),
        as: await keyOfDevice(it),
        raw: '{"timestamp": soon}\n',
        headers: JSON_LINES,
      }),
      'Could not parse row {&quot;timestamp&quot;: soon}...',
    ),
  },
  'state.readV2': target(),
  'state.readV3': target(),
  'state.readFleet': {
    success: done(async (it) => ({ as: 'olive', params: { uuid: await fleetUuid(it) } })),
    refusal: refused(401, async (it) => ({ as: 'mel', params: { uuid: await fleetUuid(it) } })),
    badInput: refused(
      404,
      async (it) => ({ as: 'olive', params: { uuid: await fleetUuid(it) }, query: '?releaseUuid=beef' }),
      'No release with commit beef',
    ),
  },
  'state.reportV2': {
    success: done(async (it) => ({
      ...ofDevice(it),
      as: await keyOfDevice(it),
      body: { local: { status: 'Idle' } },
    })),
    refusal: refused(401, async (it) => ({
      ...ofOther(it),
      as: await keyOfDevice(it),
      body: { local: { status: 'Idle' } },
    })),
    badInput: refused(400, async (it) => ({
      ...ofDevice(it),
      as: await keyOfDevice(it),
      body: { local: 'Idle' },
    })),
  },
  'state.report': {
    success: done(async (it) => ({
      as: await keyOfDevice(it),
      body: { [it.device.uuid]: { status: 'Idle', cpu_usage: 7 } },
    })),
    refusal: refused(401, async (it) => ({
      as: await keyOfDevice(it),
      body: { [it.offline.uuid]: { status: 'Idle' } },
    })),
    badInput: refused(400, async (it) => ({
      as: await keyOfDevice(it),
      body: { [it.device.uuid]: { cpu_usage: 'much' } },
    })),
  },
  'state.reportTags': {
    success: done(async (it) => ({
      as: await keyOfDevice(it),
      body: { [it.device.uuid]: { site: 'north' } },
    })),
    refusal: refused(401, async (it) => ({
      as: await keyOfDevice(it),
      body: { [it.offline.uuid]: { site: 'north' } },
    })),
    badInput: refused(400, async (it) => ({
      as: await keyOfDevice(it),
      body: { [it.device.uuid]: { site: 5 } },
    })),
  },
  'state.register': {
    success: done(
      async (it) => ({ as: await provisioningKey(it), body: registration(it, 'ab'.repeat(16)) }),
      201,
    ),
    refusal: refused(401, (it) => ({ body: registration(it, 'ab'.repeat(16)) }), KEY_REQUIRED),
    badInput: refused(
      400,
      async (it) => ({ as: await provisioningKey(it), body: registration(it, 'short') }),
      'Device UUID must be a 32 or 62 character long lower case hex string.',
    ),
  },
  'registry.token': {
    success: done(async (it) => ({ as: await keyOfDevice(it), query: '?scope=repository:v2/0a1b2c:pull' })),
    refusal: refused(401, { as: { credential: 'nobodysnobodysnobodysnobodys1234' } }),
    badInput: { exempt: 'a scope that cannot be read grants nothing' },
  },
  'cloudlink.connected': tunnel(),
  'cloudlink.disconnected': tunnel(),
  'cloudlink.mayConnect': {
    success: done(async (it) => ({ ...ofDevice(it), as: await keyOfDevice(it) })),
    refusal: refused(403, async (it) => ({ ...ofOther(it), as: await keyOfDevice(it) })),
    badInput: refused(401, (it) => ({ ...ofDevice(it), as: 'ada' })),
  },
} satisfies Partial<Record<ServiceOperationId, ServiceCases>>

async function fleetUuid({ world, fleet }: Subjects): Promise<string> {
  const [row] = await world.rows(`/v7/application(${fleet})?$select=uuid`, 'ada')
  return String(row?.['uuid'])
}
