import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pageText } from '../../../src/messages/app/shell.ts'
import { openApp, TOKEN_KEY } from '../open-app.tsx'
import { aWorld } from '../open-world.tsx'

const ids = ['0', '-1', '9007199254740993', '2147483648', '1.5', 'x', '1e1', '%20', '0x1']

const addresses = (id: string): string[] => [
  `/fleets/${id}`,
  `/fleets/${id}/devices`,
  `/fleets/1/releases/${id}`,
  `/fleets/1/releases/1/compare/${id}`,
  `/orgs/${id}`,
  `/orgs/${id}/billing`,
  `/orgs/1/teams/${id}`,
  `/orgs/1/members/${id}`,
  `/devices/${id}`,
]

test('an address with an id that nothing can have leads to its list or says that it was not found, and asks for nothing impossible', async () => {
  const world = aWorld()
  localStorage.setItem(TOKEN_KEY, await world.token('ada'))
  const failed: string[] = []
  await openApp('/404', async (request) => {
    if (new URL(request.url).origin === window.location.origin) return undefined
    const response = await world.cloud.handle(request)
    if (response.status >= 500)
      failed.push(`${response.status} ${decodeURIComponent(request.url).slice(28, 200)}`)
    return response
  })
  await screen.findAllByRole('heading', { level: 1 })
  // Each id at two of the addresses, and each address with two of the ids.
  const tried = ids.flatMap((id, nth) =>
    addresses(id).filter((_, at) => (at - nth) % 9 === 0 || (at + nth) % 9 === 4),
  )
  for (const address of tried) {
    await act(async () => {
      window.history.pushState({ usr: null, key: address, idx: window.history.length }, '', address)
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
    })
    await waitFor(() => expect(document.documentElement.dataset.shown).toBe(window.location.pathname))
    await waitFor(() => expect(document.querySelectorAll('h1')).toHaveLength(1))
    const title = document.querySelector('h1')?.textContent ?? ''
    const isList =
      window.location.pathname !== address && /^(Fleets|Releases|Organizations|Teams|Members)$/.test(title)
    if (!(isList || /not found/i.test(title)) || screen.queryAllByText(pageText.failed).length > 0)
      failed.push(`${address}: ${title}`)
  }
  expect(failed).toEqual([])
}, 60_000)
