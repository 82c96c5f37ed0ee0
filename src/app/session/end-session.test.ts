import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { endSession } from './end-session.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each(['/login', undefined])(
  'who is on the way to sign in, or there, is not sent there once more (%s)',
  (loading) => {
    const navigate = vi.fn()
    const location = {
      pathname: loading === undefined ? '/login' : '/preferences/details',
      search: '',
      hash: '',
    }
    const navigation = { location: loading === undefined ? undefined : { pathname: loading } }
    endSession('gone', { navigate, state: { location, navigation } }, new QueryClient())
    expect(navigate).not.toHaveBeenCalled()
  },
)

test('below a path of a host too [HOST-001]', () => {
  vi.stubEnv('BASE_URL', '/demo/')
  const navigate = vi.fn()
  const location = { pathname: '/demo/login', search: '', hash: '' }
  endSession('gone', { navigate, state: { location } }, new QueryClient())
  expect(navigate).not.toHaveBeenCalled()
})
