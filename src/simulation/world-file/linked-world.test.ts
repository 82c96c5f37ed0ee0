import { afterEach, expect, test, vi } from 'vitest'
import { packText } from '@/files/packed-text.ts'
import { linkedWorld, startLinked } from './linked-world.ts'
import { worldLink } from './world-link.ts'

const file = 'organization: { name: Northern Lights }\nfleets:\n  - { name: shop-screens, type: intel-nuc }\n'
const world = {
  organization: { name: 'Northern Lights' },
  fleets: [{ name: 'shop-screens', type: 'intel-nuc' }],
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const opened = (address: string) => linkedWorld(new URL(address, 'https://flotilla.test'))

/** Serves this one file. */
function serve(path: string, text: string, type = 'application/yaml') {
  vi.stubGlobal('location', new URL('https://flotilla.test/'))
  vi.stubGlobal('window', { location })
  vi.stubGlobal('document', { baseURI: 'https://flotilla.test/' })
  vi.stubGlobal('fetch', async (address: URL) =>
    address.pathname === path
      ? new Response(text, { headers: { 'content-type': type } })
      : new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  )
}

test('[WORLD-006] a link contains a whole world, and opens it', async () => {
  serve('/none', '')
  const link = await worldLink(file)
  expect(link).toMatch(/^https:\/\/flotilla\.test\/#world=[\w-]+$/)
  expect(await opened(link ?? '')).toEqual({ worldFile: world })
})

test('[WORLD-006] a world of many kilobytes is opened, from a link and from a file', async () => {
  const long = file + Array.from({ length: 200 }, (_, nth) => `  # a remark of line ${nth}\n`).join('')
  expect(long.length).toBeGreaterThan(4_000)
  serve('/worlds/ours.yaml', long)
  expect(await opened((await worldLink(long)) ?? '')).toEqual({ worldFile: world })
  expect(await opened('/?world=worlds/ours.yaml')).toEqual({ worldFile: world })
})

test('[WORLD-006] a file next to the dashboard is opened by its path', async () => {
  serve('/worlds/ours.yaml', file)
  expect(await opened('/?world=worlds/ours.yaml')).toEqual({ worldFile: world })
  expect(await opened('/?world=/worlds/ours.yaml')).toEqual({ worldFile: world })
  expect(await opened('/?scenario=first-look')).toBeNull()
})

test.each([
  ['of another host', '/?world=https://evil.example/w.yaml', /Files of other hosts/],
  ['of another host, by its host alone', '/?world=//evil.example/w.yaml', /Files of other hosts/],
  ['with its text in the address', '/?world=data:text/yaml,title:%20x', /Files of other hosts/],
  ['that is not there', '/?world=worlds/none.yaml', /There is no file \/worlds\/none\.yaml on this host/],
  ['that is cut', '/#world=eJxLTE', /The link is incomplete/],
])('[WORLD-005] a world %s is rejected', async (_, address, problem) => {
  serve('/w.yaml', file)
  expect(await opened(address)).toEqual({ problem: expect.stringMatching(problem) })
})

test('[WORLD-005] an invalid file is rejected with its line, and a long one is not read completely', async () => {
  serve('/w.yaml', file.replace('intel-nuc', 'toaster'))
  expect(await opened('/?world=w.yaml')).toEqual({
    problem: expect.stringMatching(/^Line 3: fleets\.0\.type/),
  })
  serve('/w.yaml', '#'.repeat(4_100_000))
  expect(await opened('/?world=w.yaml')).toEqual({ problem: '/w.yaml is too long' })
  expect(await opened(`/#world=${await packText('#'.repeat(5_000_000))}`)).toEqual({
    problem: 'What the link holds is too long',
  })
})

test.each(['a link', 'a file'])(
  '[WORLD-005] a world of %s is read in a worker, which is ended when it takes too long; the page reads none of it',
  async (from) => {
    serve('/w.yaml', file)
    const terminate = vi.fn<() => void>()
    const sent = vi.fn<(text: string) => void>()
    vi.stubGlobal(
      'Worker',
      class {
        terminate = terminate
        postMessage = sent
        addEventListener() {}
      },
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reading = opened(from === 'a link' ? `/#world=${await packText(file)}` : '/?world=w.yaml')
    await vi.waitFor(() => expect(sent).toHaveBeenCalledWith(file))
    vi.advanceTimersByTime(10_000)
    expect(await reading).toEqual({ problem: 'Reading the file takes too long' })
    expect(terminate).toHaveBeenCalledOnce()
  },
)

test('[WORLD-006] a file that is too long for a link has none', async () => {
  serve('/none', '')
  let drawn = 1
  const noise = Array.from({ length: 40_000 }, () => {
    drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) >>> 0
    return String.fromCharCode(33 + ((drawn >>> 16) % 90))
  })
  expect(await worldLink(noise.join(''))).toBeNull()
})

test('[WORLD-005] if the linked world cannot be opened, the previous one is opened, with the reason', async () => {
  serve('/none', '')
  const begun: object[] = []
  const start = async (linked: object) => {
    begun.push(linked)
    if ('worldFile' in linked) throw new Error('There is no room')
    return { mode: 'worker' }
  }
  const good = new URL((await worldLink(file)) ?? '')
  expect(await startLinked(start, good)).toEqual({ mode: 'worker', linkProblem: 'There is no room' })
  expect(begun).toEqual([{ worldFile: world }, {}])
  const cut = new URL('https://flotilla.test/#world=eJxLTE')
  expect(await startLinked(start, cut)).toEqual({ mode: 'worker', linkProblem: 'The link is incomplete' })
})
