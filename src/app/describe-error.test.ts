import { expect, test } from 'vitest'
import { ApiError } from '@/api/errors.ts'
import { describeError } from './describe-error.ts'

test('an answer of the platform is described with its status', () => {
  expect(describeError(new ApiError('server', 'boom', { status: 500 }))).toEqual({
    text: 'Something went wrong, please try again later',
    status: '500 Internal Server Error',
  })
})

test('a 404 is described as not found [ERR-020]', () => {
  expect(describeError(new ApiError('not-found', '', { status: 404 })).text).toBe('Not found')
})

test('a device that is too old is said to need an update [ERR-021]', () => {
  expect(describeError(new ApiError('update-required', 'updateRequired', { status: 400 })).text).toMatch(
    /device update is required/,
  )
})

test('a part of the dashboard that is gone asks for a refresh', () => {
  const gone = new TypeError('Failed to fetch dynamically imported module: https://here.example/a.js')
  expect(describeError(gone).text).toMatch(/refresh/)
})

test('anything else gets the generic words and no status', () => {
  expect(describeError(new Error('x'))).toEqual({ text: 'Something went wrong, please try again later' })
})
