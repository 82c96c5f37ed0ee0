import { expect, test } from 'vitest'
import { imageCommands } from './image-commands.ts'
import type { ImageOptions } from './image-settings.ts'

const imageOptions: ImageOptions = {
  appId: 7,
  deviceType: 'raspberrypi4-64',
  version: '6.1.0+rev1',
  developmentMode: false,
  network: 'ethernet',
  appUpdatePollInterval: 15,
}
const lines = (change: Partial<ImageOptions> = {}, key = '') =>
  imageCommands('acme/cold-chain', { ...imageOptions, ...change }, key).split('\n')

test('the commands download the image and then configure it for the fleet', () => {
  expect(lines()).toEqual([
    'balena os download raspberrypi4-64 --version 6.1.0+rev1 -o os.img',
    'balena os configure os.img --fleet acme/cold-chain --device-type raspberrypi4-64 --config-network ethernet --config-app-update-poll-interval 15',
  ])
})

test('the commands contain the chosen network, mode and key', () => {
  const [, configure] = lines(
    {
      network: 'wifi',
      wifiSsid: 'Depot 2',
      developmentMode: true,
      secureBoot: true,
      provisioningKeyName: 'depot',
      provisioningKeyExpiryDate: '2026-12-24T10:00:00.000Z',
    },
    '…',
  )
  expect(configure).toBe(
    "balena os configure os.img --fleet acme/cold-chain --device-type raspberrypi4-64 --config-network wifi --config-wifi-ssid 'Depot 2' --config-wifi-key '…' --config-app-update-poll-interval 15 --dev --secureBoot --provisioning-key-name depot --provisioning-key-expiry-date 2026-12-24",
  )
})

test('a static address is set by a connection profile in the image', () => {
  const address = { ip: '10.0.0.9', netmask: '255.255.254.0', gateway: '10.0.0.1' }
  const wired = lines(address).join('\n')
  expect(wired).toContain('type=ethernet\n[ipv4]\nmethod=manual\naddress1=10.0.0.9/23,10.0.0.1\n')
  expect(wired).toMatch(/\nbalena os configure os\.img .* --system-connection fixed-address$/)
  const wireless = lines({ ...address, network: 'wifi', wifiSsid: 'Depot 2' }, '…').join('\n')
  expect(wireless).toContain('ssid=Depot 2\n[wifi-security]\nkey-mgmt=wpa-psk\npsk=…\n[ipv4]')
  expect(wireless).not.toContain('--config-wifi-ssid')
})
