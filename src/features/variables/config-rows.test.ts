import { expect, test } from 'vitest'
import { effectiveValue, matchesFilter, settingRows } from './config-rows.ts'
import { nothingStaged, stage, variableRows } from './staged-variables.ts'

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

test('separates known settings from custom ones, under either prefix [DVAR-005, DVAR-006]', () => {
  const { known, custom } = settingRows(variableRows(own, nothingStaged, ofFleet), schemas)
  expect(known.map((row) => [row.property?.name, row.name, effectiveValue(row)])).toEqual([
    ['RESIN_SUPERVISOR_LOG_CONTROL', 'RESIN_SUPERVISOR_LOG_CONTROL', { value: 'true', source: 'default' }],
    ['RESIN_HOST_CONFIG_gpu_mem', 'BALENA_HOST_CONFIG_gpu_mem', { value: '64', source: 'here' }],
    ['RESIN_HOST_CONFIG_dtoverlay', 'RESIN_HOST_CONFIG_dtoverlay', { value: 'i2c-rtc', source: 'fleet' }],
  ])
  expect(custom.map(({ name }) => name)).toEqual(['BALENA_CUSTOM'])
})

test('a value that will be removed is replaced by the next one below it', () => {
  const staged = stage(nothingStaged, { name: 'BALENA_HOST_CONFIG_gpu_mem', serviceId: null, value: null })
  const { known } = settingRows(variableRows(own, staged), schemas)
  const row = known.find(({ property }) => property?.name === 'RESIN_HOST_CONFIG_gpu_mem')
  expect(row && effectiveValue(row)).toEqual({ value: '16', source: 'default' })
})

test('filters settings by name, description and value, and by being set here', () => {
  const { known } = settingRows(variableRows(own, nothingStaged, ofFleet), schemas)
  const matching = (text: string, setOnly = false) =>
    known.filter((row) => matchesFilter(row, { text, setOnly })).map(({ property }) => property?.name)
  expect(matching('the cloud')).toEqual(['RESIN_SUPERVISOR_LOG_CONTROL'])
  expect(matching('GPU')).toEqual(['RESIN_HOST_CONFIG_gpu_mem'])
  expect(matching('rtc')).toEqual(['RESIN_HOST_CONFIG_dtoverlay'])
  expect(matching('', true)).toEqual(['RESIN_HOST_CONFIG_gpu_mem'])
})
