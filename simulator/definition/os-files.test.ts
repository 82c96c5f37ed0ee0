import { expect, test } from 'vitest'
import { osReleaseText } from './os-files.ts'

test('the description of an OS names its variant, unless it has none', () => {
  const facts = { deviceType: 'raspberrypi3', version: '2.38.0+rev1' }
  expect(osReleaseText({ ...facts, variant: 'dev' })).toContain(
    'VARIANT_ID="dev"\nMETA_BALENA_VERSION="2.38.0"\n',
  )
  expect(osReleaseText({ ...facts, variant: null })).not.toMatch(/VARIANT_ID|null/)
})
