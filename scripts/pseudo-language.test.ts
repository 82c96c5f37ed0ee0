import { expect, test } from 'vitest'
import { PSEUDO_LETTER, pseudoModule, pseudoText } from './pseudo-language.ts'

test.each(['Devices', 'Restart all services', 'Sign in', 'Two-factor authentication', 'Why?'])(
  'the text %j has accents and is 40 %% longer',
  (text) => {
    const pseudo = pseudoText(text)
    expect(pseudo).toMatch(PSEUDO_LETTER)
    expect(pseudo.length).toBeGreaterThanOrEqual(Math.floor(text.length * 1.3))
    expect(pseudo.length).toBeLessThanOrEqual(Math.ceil(text.length * 1.5))
  },
)

test('texts are changed; keys, types, comparisons, addresses and parameters are not', () => {
  const module = `import { plural } from '@/lib/format.ts'
type Kind = 'fleet' | 'app'
export const text = {
  'some key': 'Open',
  url: 'https://example.com/open',
  of: (kind: Kind, name: string) => (kind === 'app' ? \`App \${name}\` : 'No app'),
  count: (count: number) => plural(count, { one: 'One', other: \`\${count} others\` }),
}
`
  expect(pseudoModule(module, 'messages.ts')).toBe(`import { plural } from '@/lib/format.ts'
type Kind = 'fleet' | 'app'
export const text = {
  'some key': "Óópéén",
  url: 'https://example.com/open',
  of: (kind: Kind, name: string) => (kind === 'app' ? \`Áápp \${name}\` : "Nóó áápp"),
  count: (count: number) => plural(count, { one: "Óónéé", other: \`\${count} óóthéérs\` }),
}
`)
})
