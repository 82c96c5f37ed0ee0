import { expect, test } from 'vitest'
import { toImageOptions, settingsProblem, defaultSettings, type ImageSettings } from './image-settings.ts'

const fixed: ImageSettings = {
  ...defaultSettings,
  addressing: 'fixed',
  ip: '192.168.7.20',
  netmask: '255.255.255.0',
  gateway: '192.168.7.1',
}

test.each([
  ['the default settings', defaultSettings, undefined],
  ['a fixed address', fixed, undefined],
  ['Wi-Fi without a name', { ...defaultSettings, kind: 'wifi' }, 'A Wi-Fi name is required.'],
  ['no address', { ...fixed, ip: '' }, 'Enter the address as four numbers: 192.168.1.20.'],
  [
    'an address out of range',
    { ...fixed, ip: '192.168.7.256' },
    'Enter the address as four numbers: 192.168.1.20.',
  ],
  ['a netmask with a gap', { ...fixed, netmask: '255.0.255.0' }, 'Enter a netmask: 255.255.255.0.'],
  ['no gateway', { ...fixed, gateway: 'router' }, 'Enter the gateway as four numbers: 192.168.1.1.'],
  ['a short interval', { ...defaultSettings, interval: '5' }, 'Enter a whole number of minutes, 10 or more.'],
] satisfies [string, ImageSettings, string | undefined][])(
  'validates the settings with %s',
  (_what, settings, problem) => {
    expect(settingsProblem(settings)).toBe(problem)
  },
)

const now = Date.parse('2026-11-20T12:00:00Z')

test('sends only what was set, with the names of the platform', () => {
  expect(toImageOptions(defaultSettings, { now, offersSecureBoot: true })).toEqual({
    network: 'ethernet',
    appUpdatePollInterval: 15,
  })
  const all: ImageSettings = {
    ...fixed,
    kind: 'wifi',
    ssid: 'dock',
    passphrase: 'secret',
    keyName: ' batch 7 ',
    keyLife: 'week',
    secureBoot: true,
  }
  expect(toImageOptions(all, { now, offersSecureBoot: true })).toEqual({
    network: 'wifi',
    wifiSsid: 'dock',
    wifiKey: 'secret',
    ip: '192.168.7.20',
    netmask: '255.255.255.0',
    gateway: '192.168.7.1',
    secureBoot: true,
    appUpdatePollInterval: 15,
    provisioningKeyName: 'batch 7',
    provisioningKeyExpiryDate: '2026-11-27T12:00:00.000Z',
  })
  expect(toImageOptions(all, { now, offersSecureBoot: false })).not.toHaveProperty('secureBoot')
})
