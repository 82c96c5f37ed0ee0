import { expect, test } from 'vitest'
import { curlOf, inOrder, shellLine, shellWord } from './equivalent-command.ts'

test.each([
  ['MQTT_HOST', 'MQTT_HOST'],
  ['', "''"],
  ['two words', "'two words'"],
  ["it's $HOME", String.raw`'it'\''s $HOME'`],
  ['a\nb', "'a\nb'"],
])('quotes %j as one word of a shell', (text, word) => {
  expect(shellWord(text)).toBe(word)
})

test('quotes words in a command line where needed', () => {
  expect(shellLine('balena', 'env', 'set', 'A', 'x y')).toBe("balena env set A 'x y'")
})

test('shows any request as it was sent, in any encoding', () => {
  expect(curlOf({ method: 'GET', address: 'https://api.example/v7/device?$top=5' })).toMatch(
    /^curl 'https:\/\/api\.example\/v7\/device\?\$top=5' \\\n {2}-H "Authorization: Bearer \$FLOTILLA_TOKEN"$/,
  )
  const sent = { contentType: 'text/plain', data: "it's" }
  expect(curlOf({ method: 'POST', address: 'https://api.example/x', ...sent })).toContain(
    String.raw`-H 'Content-Type: text/plain' \
  --data-raw 'it'\''s'`,
  )
})

test('several actions become several commands, in order', () => {
  expect(
    inOrder([
      { cli: 'one', curl: 'curl 1' },
      { cli: 'two', curl: 'curl 2' },
    ]),
  ).toEqual({ cli: 'one\ntwo', curl: 'curl 1\n\ncurl 2' })
})
