import { paths } from '../src/lib/paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

// A live dashboard requests the user's picture there, which a test machine may not reach.
test.use({ expectedErrors: [/www\.gravatar\.com/] })

const EVERYBODYS_PASSWORD = 'flotilla-demo'

test('a machine that registers over HTTP has a device page like any other, with its state and logs', async ({
  page,
  world,
}) => {
  const ask = async (method: string, path: string, credential: string | null, body?: unknown) => {
    const response = await fetch(new URL(path, world.apiUrl), {
      method,
      headers: {
        ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect([path, response.ok]).toEqual([path, true])
    return response
  }
  await world.open('first-look')
  const ada = { username: 'ada@flotilla.example', password: EVERYBODYS_PASSWORD }
  const session = await (await ask('POST', '/login_', null, ada)).text()
  const application = await world.fleet('cold-chain-eu')
  const provisioning = (await (
    await ask('POST', '/api-key/v2', session, {
      actorType: 'application',
      actorTypeId: application,
      roles: ['provisioning-api-key'],
      expiryDate: null,
    })
  ).json()) as string
  const uuid = crypto.randomUUID().replaceAll('-', '')
  const { api_key: key } = (await (
    await ask('POST', '/device/register', provisioning, {
      application,
      uuid,
      device_type: 'raspberrypi4-64',
      os_version: 'balenaOS 6.1.0',
      os_variant: 'prod',
      supervisor_version: '17.0.1',
      mac_address: 'AA:BB:CC:00:11:22',
    })
  ).json()) as { api_key: string }

  await page.goto(paths.device(uuid))
  await expect(page.getByText('Inactive').first()).toBeVisible()

  await ask('GET', `/device/v3/${uuid}/state`, key)
  await ask('PATCH', '/device/v3/state', key, {
    [uuid]: {
      name: 'bench-machine',
      is_online: true,
      status: 'Idle',
      ip_address: '192.168.7.7',
      cpu_usage: 12,
    },
  })
  await ask('POST', `/device/v2/${uuid}/logs`, key, [
    { timestamp: Date.now(), message: 'Hello from outside', isSystem: true },
  ])
  await world.lookAgain()
  await expect(page.getByRole('heading', { level: 1, name: 'bench-machine' })).toBeVisible()
  await expect(page.getByText('Reduced functionality').first()).toBeVisible()
  await expect(page.getByText('192.168.7.7').first()).toBeVisible()
  await expect(page.getByRole('log')).toContainText('Hello from outside')
  await expectAccessible(page)
})
