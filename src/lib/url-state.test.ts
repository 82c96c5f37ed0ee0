import { expect, test } from 'vitest'
import { choiceIn, pageIn, sortIn, sortText, withParams } from './url-state.ts'

const params = (text: string) => new URLSearchParams(text)

test('an unknown choice in a URL becomes the default', () => {
  expect(choiceIn(params('view=table'), 'view', ['cards', 'table'], 'cards')).toBe('table')
  expect(choiceIn(params('view=map'), 'view', ['cards', 'table'], 'cards')).toBe('cards')
})

test.each([
  ['page=3', 3],
  ['', 1],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=1.5', 1],
  ['page=soon', 1],
])('the page of %j is %i', (text, page) => {
  expect(pageIn(params(text))).toBe(page)
})

const usual = { field: 'name', direction: 'asc' } as const

test.each([
  ['sort=devices:desc', { field: 'devices', direction: 'desc' }],
  ['sort=devices', { field: 'devices', direction: 'asc' }],
  ['sort=devices:sideways', { field: 'devices', direction: 'asc' }],
  ['sort=secrets:asc', usual],
  ['', usual],
])('the order of %j', (text, sort) => {
  expect(sortIn(params(text), ['name', 'devices'], usual)).toEqual(sort)
})

test('the default order is omitted from the URL', () => {
  expect(sortText({ field: 'name', direction: 'asc' }, usual)).toBeUndefined()
  expect(sortText({ field: 'name', direction: 'desc' }, usual)).toBe('name:desc')
})

test('changing one parameter keeps the others', () => {
  const before = params('q=gate&page=2&seed=42')
  expect(withParams(before, { q: '', page: undefined, view: 'table' }).toString()).toBe('seed=42&view=table')
  expect(before.toString()).toBe('q=gate&page=2&seed=42')
})
