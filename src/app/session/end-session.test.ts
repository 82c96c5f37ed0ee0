import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { endSession } from './end-session.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each(['/login', undefined])(
  'does not redirect a user to sign-in who is already on the way there (%s)',
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

test('works below a base path [HOST-001]', () => {
  vi.stubEnv('BASE_URL', '/demo/')
  const navigate = vi.fn()
  const location = { pathname: '/demo/login', search: '', hash: '' }
  endSession('gone', { navigate, state: { location } }, new QueryClient())
  expect(navigate).not.toHaveBeenCalled()
})

test('clears the cached data once its page is gone [ERR-003]', async () => {
  connectApi({
    apiUrl: 'https://api.platform.example',
    terminalUrl: 'wss://terminal.platform.example',
    tokenKey: 'token',
  })
  let gone = () => {}
  const left = new Promise<void>((resolve) => (gone = resolve))
  const queries = new QueryClient()
  queries.setQueryData(['fleet'], 'of ada')
  const location = { pathname: '/fleets/1', search: '', hash: '' }
  endSession('invalid', { navigate: () => left, state: { location } }, queries)
  expect(queries.getQueryData(['fleet'])).toBe('of ada')
  gone()
  await vi.waitFor(() => expect(queries.getQueryCache().getAll()).toEqual([]))
})
