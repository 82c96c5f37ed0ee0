import { expect, test } from 'vitest'
import { ApiError } from '@/api/errors.ts'
import { describeError } from './describe-error.ts'

test('describes a response of the platform with its status', () => {
  expect(describeError(new ApiError('server', 'boom', { status: 500 }))).toEqual({
    text: 'Something went wrong, please try again later',
    status: '500 Internal Server Error',
  })
})

test('describes a 404 as not found [ERR-020]', () => {
  expect(describeError(new ApiError('not-found', '', { status: 404 })).text).toBe('Not found')
})

test('describes that a device needs an update [ERR-021]', () => {
  expect(describeError(new ApiError('update-required', 'updateRequired', { status: 400 })).text).toMatch(
    /device update is required/,
  )
})

test('asks to refresh if a chunk is missing', () => {
  const gone = new TypeError('Failed to fetch dynamically imported module: https://here.example/a.js')
  expect(describeError(gone).text).toMatch(/refresh/)
})

test('has a generic text without status for other errors', () => {
  expect(describeError(new Error('x'))).toEqual({ text: 'Something went wrong, please try again later' })
})
