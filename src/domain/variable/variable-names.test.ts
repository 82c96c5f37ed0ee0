import { describe, expect, test } from 'vitest'
import {
  configurationNameProblem,
  environmentNameProblem,
  environmentValueProblem,
  counterpartName,
} from './variable-names.ts'

const lists = {
  reservedNames: ['RESIN', 'BALENA', 'USER'],
  reservedNamespaces: ['RESIN_', 'BALENA_'],
  whiteListedNames: ['RESIN_OVERRIDE_LOCK', 'VENDOR_MODE'],
  whiteListedNamespaces: ['RESIN_HOST_', 'VENDOR_HOST_'],
  blackListedNames: ['RESIN_RESTART', 'RESIN_HOST_LOG_TO_DISPLAY'],
}

const badName =
  'Environment variables should start with a letter and only contain letters, digits and underscores.'
const reserved = 'This environment variable is reserved and cannot be used.'

describe('the name of an environment variable', () => {
  test.each(['A', 'a1', 'MQTT_HOST', 'lower_Case_9'])('may be %s', (name) => {
    expect(environmentNameProblem(name, lists)).toBeUndefined()
  })

  test.each(['1A', '_A', 'ä', '-'])('must start with a letter, unlike %s [FVAR-018, FVAR-020]', (name) => {
    expect(environmentNameProblem(name, lists)).toBe(badName)
  })

  test.each(['A-B', 'A B', 'A.B', 'A:B', 'Ä', 'A\n'])(
    'has only letters, digits and underscores, unlike %j [FVAR-019, FVAR-020]',
    (name) => {
      expect(environmentNameProblem(name, lists)).toBe(badName)
    },
  )

  test('is required [FVAR-025]', () => {
    expect(environmentNameProblem('', lists)).toBe('A name is required.')
  })

  test.each(['RESIN', 'USER', 'RESIN_RESTART'])(
    'is not reserved or blacklisted, such as %s [FVAR-028]',
    (name) => {
      expect(environmentNameProblem(name, lists)).toBe(reserved)
    },
  )

  test.each(['RESIN_OVERRIDE_LOCK', 'BALENA_ANYTHING', 'VENDOR_MODE', 'VENDOR_HOST_fan'])(
    'is not a configuration variable, such as %s [FVAR-029]',
    (name) => {
      expect(environmentNameProblem(name, lists)).toBe(
        'Configuration variables are managed through the Configuration page.',
      )
    },
  )
})

describe('the name of a configuration variable', () => {
  test.each(['RESIN_ANYTHING', 'BALENA_HOST_CONFIG_hdmi_mode:1'])(
    'may be %s [FVAR-022, FVAR-023]',
    (name) => {
      expect(configurationNameProblem(name, lists)).toBeUndefined()
    },
  )

  test.each(['1RESIN_A', '_RESIN', ':RESIN_A'])('must start with a letter, unlike %s [FVAR-021]', (name) => {
    expect(configurationNameProblem(name, lists)).toBe(
      'Configuration variables should start with a letter and only contain letters, digits, underscores or a colon.',
    )
  })

  test.each(['RESIN_A-B', 'RESIN_A B', 'RESIN_Ä'])(
    'has only letters, digits, underscores and colons, unlike %s [FVAR-022]',
    (name) => {
      expect(configurationNameProblem(name, lists)).toMatch(/underscores or a colon/)
    },
  )

  test('starts with a reserved namespace [FVAR-023]', () => {
    expect(configurationNameProblem('MQTT_HOST', lists)).toBe(
      'Configuration variables must begin with RESIN_ or BALENA_.',
    )
  })

  test.each(['VENDOR_MODE', 'VENDOR_HOST_fan', 'RESIN_OVERRIDE_LOCK'])(
    'may be explicitly allowed by the platform, such as %s [FVAR-024]',
    (name) => {
      expect(configurationNameProblem(name, lists)).toBeUndefined()
    },
  )

  test.each(['RESIN_RESTART', 'RESIN_HOST_LOG_TO_DISPLAY'])(
    'is not blacklisted, such as %s, even in an allowed namespace [FVAR-028]',
    (name) => {
      expect(configurationNameProblem(name, lists)).toBe(reserved)
    },
  )

  test('is required [FVAR-025]', () => {
    expect(configurationNameProblem('', lists)).toBe('A name is required.')
  })
})

test('both prefixes refer to the same setting', () => {
  expect(counterpartName('RESIN_HOST_CONFIG_gpu_mem')).toBe('BALENA_HOST_CONFIG_gpu_mem')
  expect(counterpartName('BALENA_OVERRIDE_LOCK')).toBe('RESIN_OVERRIDE_LOCK')
  expect(counterpartName('MQTT_HOST')).toBeUndefined()
})

test('a value has at most 100,000 characters', () => {
  expect(environmentValueProblem('x'.repeat(100_000))).toBeUndefined()
  for (const value of ['a\nb', 'a\r', '-----BEGIN CERTIFICATE-----\nMII'])
    expect(environmentValueProblem(value)).toMatch(/cannot contain line breaks/)
  expect(environmentValueProblem('x'.repeat(100_001))).toMatch(/100,000 characters/)
})
