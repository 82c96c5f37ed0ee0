import { expect, test } from 'vitest'
import { captureKinds } from './captured-fields.ts'
import { findOriginals } from './find-originals.ts'
import { contains, Originals, Pseudonyms } from './pseudonyms.ts'

const CONSONANTS = 'bdfgklmnprstvz'.split('')
const VOWELS = 'aeiou'.split('')
const syllables = CONSONANTS.flatMap((consonant) => VOWELS.map((vowel) => `${consonant}${vowel}`))

test('each kind has another name, which no account can keep from being found [CAPTURE-005]', () => {
  const originals = new Originals()
  // Each word of syllables contains two of them.
  for (const first of syllables) for (const second of syllables) originals.add('tags', first + second)
  for (const word of ['example', 'https', 'HTTPS://']) originals.add('services', word)
  const names = new Pseudonyms(originals)
  for (const kind of captureKinds) {
    const drawn = Array.from({ length: 20 }, (_, id) => names.name(kind, id))
    expect(new Set(drawn).size).toBe(20)
    for (const name of drawn) {
      expect(findOriginals({ fleets: [{ name, repository: name }] }, originals)).toEqual([])
      const other = names.rename(name)
      expect(other).not.toBe(name)
    }
  }
})

test('an original in the address of a repository is found, wherever it stands', () => {
  const originals = new Originals()
  originals.add('organizations', 'acme')
  originals.add('fleets', 'example')
  expect(contains('https://acme.example/x', originals)).not.toBeNull()
  const found = (repository: string) =>
    findOriginals({ fleets: [{ repository }] }, originals).map((one) => one.original)
  expect(found('https://acme.example/vorita')).toEqual(['acme'])
  expect(found('https://vorita.example/my-acme')).not.toEqual([])
  expect(found('https://vorita.example/miduta')).toEqual([])
  // Not a pseudonym.
  expect(found('https://code.example.com/vorita')).toEqual(['example'])
})
