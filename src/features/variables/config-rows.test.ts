import { expect, test } from 'vitest'
import { nothingStaged, stage, variableRows } from './staged-variables.ts'
import { effectiveValue, isSought, settingRows } from './config-rows.ts'

const schemas = {
  RESIN_SUPERVISOR_LOG_CONTROL: {
    enum: ['false', 'true'],
    default: 'true',
    description: 'Logs to the cloud',
  },
  RESIN_HOST_CONFIG_gpu_mem: { type: 'integer', default: 16 },
  RESIN_HOST_CONFIG_dtoverlay: { type: 'string' },
}
const own = [
  { id: 1, name: 'BALENA_HOST_CONFIG_gpu_mem', value: '64', serviceId: null },
  { id: 2, name: 'BALENA_CUSTOM', value: 'x', serviceId: null },
]
const ofFleet = [{ id: 3, name: 'RESIN_HOST_CONFIG_dtoverlay', value: 'i2c-rtc', serviceId: null }]

test('settings the platform describes stand apart from custom ones, whichever prefix they were set by [DVAR-005, DVAR-006]', () => {
  const { known, custom } = settingRows(variableRows(own, nothingStaged, ofFleet), schemas)
  expect(known.map((row) => [row.property?.name, row.name, effectiveValue(row)])).toEqual([
    ['RESIN_SUPERVISOR_LOG_CONTROL', 'RESIN_SUPERVISOR_LOG_CONTROL', { value: 'true', source: 'default' }],
    ['RESIN_HOST_CONFIG_gpu_mem', 'BALENA_HOST_CONFIG_gpu_mem', { value: '64', source: 'here' }],
    ['RESIN_HOST_CONFIG_dtoverlay', 'RESIN_HOST_CONFIG_dtoverlay', { value: 'i2c-rtc', source: 'fleet' }],
  ])
  expect(custom.map(({ name }) => name)).toEqual(['BALENA_CUSTOM'])
})

test('a value that is about to go gives way to what is below it', () => {
  const staged = stage(nothingStaged, { name: 'BALENA_HOST_CONFIG_gpu_mem', serviceId: null, value: null })
  const { known } = settingRows(variableRows(own, staged), schemas)
  const row = known.find(({ property }) => property?.name === 'RESIN_HOST_CONFIG_gpu_mem')
  expect(row && effectiveValue(row)).toEqual({ value: '16', source: 'default' })
})

test('settings are found by name, description and value, and may be narrowed to those set here', () => {
  const { known } = settingRows(variableRows(own, nothingStaged, ofFleet), schemas)
  const sought = (text: string, setOnly = false) =>
    known.filter((row) => isSought(row, { text, setOnly })).map(({ property }) => property?.name)
  expect(sought('the cloud')).toEqual(['RESIN_SUPERVISOR_LOG_CONTROL'])
  expect(sought('GPU')).toEqual(['RESIN_HOST_CONFIG_gpu_mem'])
  expect(sought('rtc')).toEqual(['RESIN_HOST_CONFIG_dtoverlay'])
  expect(sought('', true)).toEqual(['RESIN_HOST_CONFIG_gpu_mem'])
})
