import { http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { interceptInPage, stopIntercepting } from './intercept-in-page.ts'

const ADDRESS = 'https://api.platform.example/ping'
const answering = (text: string) => [http.get(ADDRESS, () => HttpResponse.text(text))]
const ask = async () => (await fetch(ADDRESS)).text()

afterEach(stopIntercepting)

test('a start that is repeated replaces the interception that the failed one has left', async () => {
  const own = globalThis.fetch
  await interceptInPage(answering('first'), [])
  expect(await ask()).toBe('first')
  await interceptInPage(answering('second'), [])
  expect(await ask()).toBe('second')
  await stopIntercepting()
  expect(globalThis.fetch).toBe(own)
})
