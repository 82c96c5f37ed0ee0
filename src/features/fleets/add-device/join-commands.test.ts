// @vitest-environment jsdom

import { expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { configCommands, joinCommands } from './join-commands.ts'

const fleet = { id: 7, slug: 'admin/cold-chain' }

test('the commands create a configuration for a version, or register the device with a key', () => {
  const apiUrl = 'https://api.example'
  connectApi({ apiUrl, terminalUrl: 'wss://api.example', tokenKey: 'token' })
  const config = configCommands({ fleet, deviceType: 'raspberrypi4-64', version: '6.1.2' })
  expect(config.cli).toBe(
    'balena config generate --fleet admin/cold-chain --deviceType raspberrypi4-64 --version 6.1.2 -o config.json',
  )
  const { cli, curl } = joinCommands({ apiUrl, fleet, deviceType: 'raspberrypi4-64', secret: 'abc' })
  expect(cli).toContain('balena config write apiKey abc')
  expect(curl).toContain("'https://api.example/device/register?apikey=abc'")
  expect(curl).toContain(`"application":7,"device_type":"raspberrypi4-64","uuid":"'"$UUID"'"`)
})
