import { afterEach, expect, test, vi } from 'vitest'
import { isLinkable, openInNewTab, pathHere, webAddress } from './address.ts'

afterEach(() => vi.unstubAllGlobals())

const HERE = 'https://dashboard.example'

/** Separators of URLs, and characters that can obfuscate them. */
const slashes = ['/', '\\', '%2f', '%5c', '%252f', '∕', '／']
const steps = ['.', '..', '%2e', '%2e%2e', '.%2e', 'x', '', 'x/..', 'login/..', 'a/b/../..']
const hidden = ['', '\t', '\n', '\r', '\0', ' ', '\u00a0', '\u200b', '\ufeff', '\u2028', '%09', '%00']
const hosts = [
  'evil.example',
  'evil.example:443/x',
  '@evil.example',
  'evil。example',
  'user:pass@evil.example',
]
const starts = ['/', '\\', '', '//', 'https:', 'https:/', 'javascript:', 'data:text/html,', 'blob:']

function* corpus(): Generator<string> {
  for (const start of starts)
    for (const first of hidden)
      for (const step of steps)
        for (const one of slashes)
          for (const two of slashes)
            for (const host of hosts) yield `${start}${first}${step}${one}${first}${two}${host}`
  for (const first of hidden)
    for (const step of steps) for (const again of steps) yield `/${first}${step}/${again}//evil.example/x?y#z`
}

/** The targets of a browser for a path: as a link, and as the URL that the router writes. */
function targetsOf(path: string): string[] {
  const first = new URL(path, `${HERE}/login?redirect=x`)
  const again = new URL(`${first.pathname}${first.search}${first.hash}`, first)
  return [first.origin, again.origin]
}

test('no generated path leads to another site', () => {
  let checked = 0
  const away: string[] = []
  for (const wanted of corpus()) {
    checked += 1
    const path = pathHere(wanted)
    if (path !== undefined && targetsOf(path).some((origin) => origin !== HERE)) away.push(wanted)
  }
  expect(away).toEqual([])
  expect(checked).toBeGreaterThan(200_000)
})

test('a normalized path stays the same', () => {
  const paths = [...corpus()].flatMap((wanted) => pathHere(wanted) ?? [])
  expect(paths.length).toBeGreaterThan(1000)
  expect(paths.filter((path) => pathHere(path) !== path)).toEqual([])
})

test('only http and https URLs are web addresses', () => {
  expect(webAddress('https://docs.example/a b')).toBe('https://docs.example/a%20b')
  expect(webAddress('HTTP://docs.example')).toBe('http://docs.example/')
  for (const other of [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'blob:x',
    '/fleets',
    '',
  ])
    expect(webAddress(other), other).toBeUndefined()
})

test('a link may lead to a page or a mailbox', () => {
  for (const to of ['/fleets', '?page=2', '#top', 'https://a.example', 'mailto:a@b.example', '..'])
    expect(isLinkable(to), to).toBe(true)
  for (const to of [
    'javascript:alert(1)',
    ' \tjava\tscript:alert(1)',
    'data:,x',
    'vbscript:x',
    'file:///etc',
  ])
    expect(isLinkable(to), to).toBe(false)
})

test('only web addresses are opened in a new tab', () => {
  const open = vi.fn()
  vi.stubGlobal('window', { open })
  openInNewTab('javascript:alert(1)')
  expect(open).not.toHaveBeenCalled()
  openInNewTab('https://docs.example/')
  expect(open).toHaveBeenCalledExactlyOnceWith('https://docs.example/', '_blank', 'noopener,noreferrer')
})
