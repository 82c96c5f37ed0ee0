import { expect, test } from 'vitest'
import { cliTarget } from './cli-target.ts'

const twice = (text: string) => encodeURIComponent(encodeURIComponent(text))

test.each([
  'http://127.0.0.1:8989/auth',
  'http://localhost:8989/auth',
  'http://127.8.7.6/auth',
  'http://[::1]:8989/auth',
])('a tool that listens at %s is on this machine [CLI-001]', (address) => {
  expect(cliTarget(twice(address))).toBe(address)
  expect(cliTarget(encodeURIComponent(address))).toBe(address)
  expect(cliTarget(address)).toBe(address)
})

test("keeps the query of the tool's address", () => {
  expect(cliTarget(twice('http://127.0.0.1:8989/auth?state=a%20b'))).toBe(
    'http://127.0.0.1:8989/auth?state=a%20b',
  )
  expect(cliTarget('http:/127.0.0.1:8989/auth', '?state=x')).toBe('http://127.0.0.1:8989/auth?state=x')
})

test.each([
  'http://evil.example/auth',
  'http://192.168.0.7:8989/auth',
  'http://10.0.0.1/',
  'http://0.0.0.0/',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'http://127.0.0.1@evil.example/',
  'http://user:secret@127.0.0.1/',
  'https://127.0.0.1/auth',
  'javascript:alert(1)',
  '//127.0.0.1/auth',
  '/fleets',
  '%E0%A4%A',
  '',
])('never sends a token to %s [CLI-001]', (address) => {
  expect(cliTarget(twice(address))).toBeNull()
  expect(cliTarget(address)).toBeNull()
})
