import { expect, test } from 'vitest'
import { keysToImport } from './key-import.ts'
import { fingerprintOf, isSameKey, sshKeyIn, sshKeyProblem } from './ssh-key.ts'

// Made by ssh-keygen -t ed25519; its fingerprint is what ssh-keygen -lf tells.
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl ada@bench'
const body = KEY.split(' ')[1] ?? ''

test('the fingerprint of a key is made of the key, whatever its comment [KEYS-031]', () => {
  expect(fingerprintOf(KEY)).toBe('SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU')
  expect(fingerprintOf(` ssh-ed25519 ${body}\n`)).toBe(fingerprintOf(KEY))
  expect(fingerprintOf('nonsense')).toBeUndefined()
})

test.each([
  'ssh-rsa',
  'ssh-dss',
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
])('a key of the type %s is taken, with a comment and without [KEYS-015, KEYS-017]', (type) => {
  expect(sshKeyIn(`${type} ${body}`)).toEqual({ type, body, comment: '' })
  expect(sshKeyIn(`${type} ${body} ada on the bench`)?.comment).toBe('ada on the bench')
})

test.each([
  ['another type', `ssh-foo ${body}`],
  ['text that is no base64', 'ssh-rsa !!!'],
  ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----'],
  ['two lines', `ssh-rsa ${body}\nssh-rsa ${body}`],
])('%s is no key [KEYS-016]', (_what, text) => {
  expect(sshKeyIn(text)).toBeUndefined()
  expect(sshKeyProblem({ title: 'Bench', text })).toBe('invalid')
})

test('a key needs a title and a text [KEYS-011, KEYS-012]', () => {
  expect(sshKeyProblem({ title: ' ', text: KEY })).toBe('title')
  expect(sshKeyProblem({ title: 'Bench', text: ' ' })).toBe('missing')
  expect(sshKeyProblem({ title: 'Bench', text: ` ${KEY} ` })).toBeUndefined()
})

test('an import leaves out what is saved, and takes the first free numbers for the rest [KEYS-018, KEYS-019]', () => {
  const other = KEY.replace('AAAAI', 'AAAAJ')
  const third = KEY.replace('AAAAI', 'AAAAK')
  const saved = [
    { title: 'GitHub Key 1', public_key: 'ssh-rsa AAAA' },
    { title: 'GitHub Key 3', public_key: KEY },
  ]
  expect(isSameKey(KEY, `ssh-ed25519 ${body}`)).toBe(true)
  expect(keysToImport([`ssh-ed25519 ${body}`, other, third, other], saved)).toEqual([
    { title: 'GitHub Key 2', public_key: other },
    { title: 'GitHub Key 4', public_key: third },
  ])
  expect(keysToImport([KEY], saved)).toEqual([])
})
