import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ThemeProvider } from '@/ui/theme/ThemeProvider.tsx'
import { offlineCopy, renewOfflineCopy } from './offline-copy.ts'
import { OfflineSection } from './OfflineSection.tsx'

const BUILT = '2026-11-20T14:00:00.000Z'
const OLDER = '2026-11-01T09:00:00.000Z'

/** What the server serves, by path. */
let served: Record<string, string>
let stored: Map<string, Map<string, string>>
let post: ReturnType<typeof vi.fn>

const page = (builtAt: string) => `<title>Flotilla</title><meta name="built-at" content="${builtAt}">`

beforeEach(() => {
  const list = JSON.stringify({ builtAt: BUILT, files: ['', 'assets/a-12345678.js', 'config.json'] })
  served = {
    '/': page(BUILT),
    '/assets/a-12345678.js': 'a',
    '/config.json': '{}',
    '/offline-files.json': list,
  }
  stored = new Map()
  const answer = (url: string) => {
    const text = served[new URL(url).pathname]
    return text === undefined
      ? new Response('', { status: 404 })
      : new Response(text, { headers: { 'content-type': 'application/json' } })
  }
  vi.stubGlobal('fetch', async (url: URL) => answer(url.href))
  vi.stubGlobal('caches', {
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    open: async (name: string) => {
      const files = stored.get(name) ?? new Map<string, string>()
      stored.set(name, files)
      return {
        async add({ url }: Request) {
          const response = answer(url)
          if (!response.ok) throw new TypeError('bad response status')
          files.set(url, await response.text())
        },
        async put(url: string, response: Response) {
          files.set(url, await response.text())
        },
        match: async (url: string) => (files.has(url) ? new Response(files.get(url)) : undefined),
      }
    },
  })
  post = vi.fn((_: string, [port]: MessagePort[]) => port?.postMessage('done'))
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    languages: ['en-GB'],
    locks: {
      request: async (_: string, ...rest: unknown[]) => (rest.at(-1) as (lock: object) => unknown)({}),
    },
    serviceWorker: { controller: { postMessage: post } },
  })
  document.head.insertAdjacentHTML('beforeend', page(BUILT))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  document.head.querySelector('meta[name="built-at"]')?.remove()
})

const aSection = () =>
  render(
    <ThemeProvider>
      <OfflineSection />
    </ThemeProvider>,
  )
const save = () => userEvent.click(screen.getByRole('button', { name: /^Save/ }))

test('all files are saved, an earlier copy is replaced, the worker is told, and the copy can be removed', async () => {
  stored.set(`flotilla-offline ${document.baseURI} ${OLDER}`, new Map())
  stored.set('of somebody else', new Map())
  aSection()
  await save()
  expect(await screen.findByText(/^Saved: the build of 20 Nov 2026/)).toBeVisible()
  expect([...stored.keys()].map((name) => name.replace(/ \d+$/, ''))).toEqual([
    'of somebody else',
    `flotilla-offline ${document.baseURI} ${BUILT}`,
  ])
  expect(await offlineCopy()).toBe(BUILT)
  expect(post).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Remove the copy' }))
  expect(await screen.findByText('The copy was removed')).toBeVisible()
  expect(await offlineCopy()).toBeNull()
  expect(post).toHaveBeenCalledTimes(2)
})

test('a copy of which a file is missing, or that mixes two builds, is not kept, and the reason is shown', async () => {
  const older = `flotilla-offline ${document.baseURI} ${OLDER}`
  const complete = new Map([[`${document.baseURI}offline-copy-complete`, '']])
  for (const [change, reason] of [
    [{ '/assets/a-12345678.js': undefined }, /^Not all files could be loaded/],
    [{ '/': page(OLDER) }, /^A new version was deployed meanwhile/],
    [{ '/offline-files.json': '{}' }, /^This server has no list/],
  ] as const) {
    const before = served
    served = Object.fromEntries(
      Object.entries({ ...served, ...change }).filter((entry): entry is [string, string] =>
        Boolean(entry[1]),
      ),
    )
    stored.set(older, complete)
    const { unmount } = aSection()
    await save()
    expect(await screen.findByText(reason)).toBeVisible()
    expect([...stored.keys()]).toEqual([older])
    expect(await offlineCopy()).toBe(OLDER)
    unmount()
    served = before
  }
})

test('where one of many files fails, the reason stays on the screen, and a copy of the same build is kept', async () => {
  const files = Array.from({ length: 20 }, (_, nth) => `assets/${nth}-12345678.js`)
  for (const file of files) served[`/${file}`] = file
  served['/offline-files.json'] = JSON.stringify({ builtAt: BUILT, files: ['', ...files] })
  aSection()
  await save()
  expect(await screen.findByText(/^Saved: the build of/)).toBeVisible()
  const [kept] = stored.keys()
  delete served['/assets/19-12345678.js']
  await save()
  expect(await screen.findByText(/^Not all files could be loaded/)).toBeVisible()
  expect([...stored.keys()]).toEqual([kept])
  expect(screen.getByRole('button', { name: 'Save again' })).not.toHaveAttribute('aria-busy', 'true')
  expect(screen.getByText(/^Not all files could be loaded/)).toBeVisible()
})

test('a copy of an earlier build is renewed; without a copy, nothing is saved unasked', async () => {
  await renewOfflineCopy()
  expect([...stored.keys()]).toEqual([])
  stored.set(
    `flotilla-offline ${document.baseURI} ${OLDER}`,
    new Map([[`${document.baseURI}offline-copy-complete`, '']]),
  )
  await renewOfflineCopy()
  expect(await offlineCopy()).toBe(BUILT)
  expect(stored.size).toBe(1)
})

test('where no service worker controls the page, and in development, the button says why it has no effect', async () => {
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    languages: ['en-GB'],
    serviceWorker: { controller: null },
  })
  const { unmount } = aSection()
  expect(screen.getByRole('button', { name: 'Save for offline use' })).toHaveAccessibleDescription(
    /does not allow a service worker/,
  )
  unmount()
  document.head.querySelector('meta[name="built-at"]')?.remove()
  aSection()
  expect(screen.getByRole('button', { name: 'Save for offline use' })).toHaveAccessibleDescription(
    /Only a build/,
  )
})
