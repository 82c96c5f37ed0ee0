import { expect, test } from 'vitest'
import {
  configurationValueProblem,
  schemaDefault,
  propertyEditor,
  permitsNull,
  propertyOf,
} from './config-properties.ts'

test('edits a property of two values with a switch, of more with a choice, else with text [FVAR-032]', () => {
  expect(propertyEditor({ type: 'string', enum: ['false', 'true'] })).toEqual({
    kind: 'switch',
    off: 'false',
    on: 'true',
  })
  expect(propertyEditor({ type: 'integer', enum: [0, 1] })).toEqual({ kind: 'switch', off: '0', on: '1' })
  expect(propertyEditor({ enum: ['low', 'mid', 'high'] }).kind).toBe('choice')
  expect(propertyEditor({ type: 'integer', oneOf: [{ const: 1, title: 'Pump' }] })).toEqual({
    kind: 'choice',
    choices: [{ value: '1', label: 'Pump' }],
  })
  expect(propertyEditor({ type: 'integer', minimum: 0, maximum: 1 })).toEqual({ kind: 'text', numeric: true })
  expect(propertyEditor({ type: 'string', format: 'data-url' }).kind).toBe('picture')
  expect(propertyEditor({ enum: ['only'] }).kind).toBe('choice')
})

test('values and defaults are strings', () => {
  expect(schemaDefault({ default: 16 })).toBe('16')
  expect(schemaDefault({ default: '' })).toBe('')
  expect(schemaDefault({})).toBeNull()
})

test('finds a property under both prefixes', () => {
  const schemas = { RESIN_HOST_CONFIG_gpu_mem: { type: 'integer' } }
  expect(propertyOf('BALENA_HOST_CONFIG_gpu_mem', schemas)?.name).toBe('RESIN_HOST_CONFIG_gpu_mem')
  expect(propertyOf('RESIN_HOST_CONFIG_gpu_mem', schemas)?.type).toBe('integer')
  expect(propertyOf('RESIN_HOST_CONFIG_other', schemas)).toBeUndefined()
  expect(propertyOf('toString', schemas)).toBeUndefined()
})

const number = { type: 'integer', minimum: 16, maximum: 944 }

test('accepts an empty value only if the schema permits null [ERR-046]', () => {
  expect(permitsNull({ type: ['string', 'null'] })).toBe(true)
  expect(configurationValueProblem('', { type: ['string', 'null'] })).toBeUndefined()
  for (const schema of [{}, { type: 'string' }, { type: ['string', 'integer'] }]) {
    expect(permitsNull(schema)).toBe(false)
    expect(configurationValueProblem('', schema)).toBe('All fields must be filled out to proceed')
  }
  expect(configurationValueProblem('12', { ...number, type: ['integer', 'null'] })).toBe('The minimum is 16.')
})

test.each([
  ['16', number, undefined],
  ['', number, 'All fields must be filled out to proceed'],
  ['12', number, 'The minimum is 16.'],
  ['1000', number, 'The maximum is 944.'],
  ['1.5', number, 'The value must be a whole number.'],
  ['a\nb', {}, 'Values of configuration variables cannot contain line breaks.'],
  ['mid', { enum: ['low', 'mid', 'high'] }, undefined],
  ['1', { type: 'integer', enum: [0, 1] }, undefined],
  ['off', { enum: ['low', 'mid', 'high'] }, 'Choose one of low, mid, high.'],
  ['2', { type: 'integer', oneOf: [{ const: 2, title: 'Two' }] }, undefined],
  ['abcd', { maxLength: 3 }, 'The value can have at most 3 characters.'],
  [
    'data:image/gif;base64,x',
    { format: 'data-url', pattern: '^data:image/png;base64,.+' },
    'The value must be a PNG image.',
  ],
  ['xyz', { pattern: '^a' }, 'The platform does not accept a value of this format.'],
])('the value %j of %j: %j', (value, schema, problem) => {
  expect(configurationValueProblem(value, schema)).toBe(problem)
})
