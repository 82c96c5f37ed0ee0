import { expect, test } from 'vitest'
import { asCurl, inOrder, shellLine, shellWord } from './equivalent-command.ts'

test.each([
  ['MQTT_HOST', 'MQTT_HOST'],
  ['', "''"],
  ['two words', "'two words'"],
  ["it's $HOME", String.raw`'it'\''s $HOME'`],
  ['a\nb', "'a\nb'"],
])('%j is one word of a shell', (text, word) => {
  expect(shellWord(text)).toBe(word)
})

test('a command line quotes what needs it', () => {
  expect(shellLine('balena', 'env', 'set', 'A', 'x y')).toBe("balena env set A 'x y'")
})

test('a request becomes curl, with the name of the token and not the token', () => {
  expect(
    asCurl('https://api.example/', {
      method: 'PATCH',
      path: '/v7/application_environment_variable(5)',
      body: { value: "it's" },
    }),
  ).toBe(
    [
      "curl -X PATCH 'https://api.example/v7/application_environment_variable(5)' \\",
      '  -H "Authorization: Bearer $FLOTILLA_TOKEN" \\',
      "  -H 'Content-Type: application/json' \\",
      String.raw`  --data-raw '{"value":"it'\''s"}'`,
    ].join('\n'),
  )
  expect(asCurl('https://api.example', { method: 'DELETE', path: '/v7/device(1)' })).not.toContain('data-raw')
})

test('several actions become several commands, in their order', () => {
  expect(
    inOrder([
      { cli: 'one', curl: 'curl 1' },
      { cli: 'two', curl: 'curl 2' },
    ]),
  ).toEqual({ cli: 'one\ntwo', curl: 'curl 1\n\ncurl 2' })
})
