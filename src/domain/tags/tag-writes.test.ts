import { expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { changeTags, tagCommands, TagsFailed } from './tag-writes.ts'

interface Sent {
  method: string
  url: string
}

/** A platform that holds back its responses. */
function aPlatform(statusOf: (sent: Sent) => number = () => 200) {
  const sent: Sent[] = []
  const held: (() => void)[] = []
  connectApi({
    apiUrl: 'https://api.platform.example',
    terminalUrl: 'wss://terminal.platform.example',
    tokenKey: 'token',
    fetch: (input, init) => {
      const { method, url } = new Request(input, init)
      const request = { method, url: decodeURIComponent(url).replace('https://api.platform.example', '') }
      sent.push(request)
      return new Promise((resolve) => {
        held.push(() => resolve(new Response('', { status: statusOf(request) })))
      })
    },
  })
  return {
    sent,
    held,
    /** Responds until there are no more requests. */
    async answerAll() {
      for (let idle = 0; idle < 3;) {
        const next = held.splice(0)
        for (const give of next) give()
        await new Promise((resolve) => setImmediate(resolve))
        idle = next.length === 0 && held.length === 0 ? idle + 1 : 0
      }
    },
  }
}

const someThings = (count: number, tags: { tag_key: string; value: string }[] = []) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, cliName: `c${at + 1}`, tags }))

test('sets tags of several resources one by one, at most 50 at once [TAG-004]', async () => {
  const platform = aPlatform()
  const done = changeTags('device', someThings(120), { key: 'ring', value: 'first' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(platform.held).toHaveLength(50)
  await platform.answerAll()
  await done
  expect(platform.sent).toHaveLength(120)
  expect(new Set(platform.sent.map(({ method, url }) => `${method} ${url}`))).toEqual(
    new Set(['POST /v7/device_tag']),
  )
})

test('changes an existing tag, also if another client has just added it', async () => {
  const platform = aPlatform(({ method }) => (method === 'POST' ? 409 : 200))
  const known = [{ tag_key: 'ring', value: 'last' }]
  const done = changeTags('release', [...someThings(1, known), { id: 9, cliName: 'c9', tags: [] }], {
    key: 'ring',
    value: 'first',
  })
  await platform.answerAll()
  await done
  expect(platform.sent.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual([
    "PATCH /v7/release_tag?$filter=release eq 1 and tag_key eq 'ring'",
    "PATCH /v7/release_tag?$filter=release eq 9 and tag_key eq 'ring'",
    'POST /v7/release_tag',
  ])
})

test('removes a tag only from resources that have it', async () => {
  const platform = aPlatform()
  const done = changeTags(
    'application',
    [...someThings(1), { id: 2, cliName: 'acme/gates', tags: [{ tag_key: 'env', value: '' }] }],
    { key: 'env', value: null },
  )
  await platform.answerAll()
  await done
  expect(platform.sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "DELETE /v7/application_tag?$filter=application eq 2 and tag_key eq 'env'",
  ])
})

test('counts failures with the first reason, and changes the others', async () => {
  let posts = 0
  const platform = aPlatform(() => (++posts <= 2 ? 400 : 200))
  const done = changeTags('device', someThings(5), { key: 'ring', value: 'first' })
  const failure = expect(done).rejects.toThrow(
    new TagsFailed('This failed for 2 of 5 with: There was an error with your request'),
  )
  await platform.answerAll()
  await failure
  expect(platform.sent).toHaveLength(5)
})

test('the equivalent commands', () => {
  aPlatform()
  const [fleet] = [{ id: 2, cliName: 'acme/gates', tags: [{ tag_key: 'env', value: '' }] }]
  const set = tagCommands('application', [fleet], { key: 'env', value: "it's" })
  expect(set.cli).toBe(String.raw`balena tag set env 'it'\''s' --fleet acme/gates`)
  expect(set.curl).toContain('curl -X PATCH')
  expect(tagCommands('application', [fleet], { key: 'env', value: null }).cli).toBe(
    'balena tag rm env --fleet acme/gates',
  )
})
