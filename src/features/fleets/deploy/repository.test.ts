import { expect, test } from 'vitest'
import { addressProblem } from './deploy.queries.ts'
import { contractOf, publicFileAt, repositoryAt, repositoryOfTarball, tarballOf } from './repository.ts'

const hello = { owner: 'flotilla-examples', name: 'hello-fleet' }

test.each([
  ['https://github.com/flotilla-examples/hello-fleet', null],
  [' https://github.com/flotilla-examples/hello-fleet/ ', null],
  ['https://github.com/flotilla-examples/hello-fleet.git', null],
  ['http://www.github.com/flotilla-examples/hello-fleet?tab=readme', null],
  ['github.com/flotilla-examples/hello-fleet', null],
  ['git@github.com:flotilla-examples/hello-fleet.git', null],
  ['https://github.com/flotilla-examples/hello-fleet/tree/next/big', 'next/big'],
])('recognizes the repository address %s', (address, branch) => {
  expect(repositoryAt(address)).toEqual({ ...hello, branch })
})

test.each([
  'https://gitlab.com/flotilla-examples/hello-fleet',
  'https://github.com.example.com/flotilla-examples/hello-fleet',
  'https://example.com/?github.com/flotilla-examples/hello-fleet',
  'https://github.com/flotilla-examples',
  'https://github.com/flotilla-examples/hello-fleet/issues/3',
  'https://github.com/flotilla examples/hello-fleet',
  'javascript:alert(1)',
  'hello-fleet',
])('rejects %s, which is not a public GitHub repository [FLEET-034]', (address) => {
  expect(repositoryAt(address)).toBeUndefined()
  expect(addressProblem({ repoUrl: address, tarballUrl: null, configUrl: null })).toMatch(
    /^Only public repositories on GitHub are accepted/,
  )
})

test('accepts only tarballs and contracts of public repositories in a link [FLEET-034]', () => {
  const repoUrl = 'https://github.com/flotilla-examples/hello-fleet'
  const none = { repoUrl, tarballUrl: null, configUrl: null }
  expect(addressProblem(none)).toBeUndefined()
  const tarballUrl = `${repoUrl}/archive/main.tar.gz`
  expect(repositoryOfTarball(tarballUrl)).toEqual({ ...hello, branch: 'main' })
  expect(addressProblem({ ...none, tarballUrl })).toBeUndefined()
  expect(addressProblem({ ...none, tarballUrl: 'https://example.com/source.tar.gz' })).toContain('tarball')
  expect(addressProblem({ ...none, tarballUrl: `${repoUrl}/archive/main.zip` })).toContain('tarball')
  expect(addressProblem({ ...none, configUrl: `${repoUrl}/blob/main/balena.yml` })).toBeUndefined()
  expect(addressProblem({ ...none, configUrl: 'https://example.com/balena.yml' })).toContain('contract')
})

test('knows the URLs of the contract and source of a project on GitHub [CALL-025, CALL-026]', () => {
  const project = { ...hello, branch: null }
  const raw = 'https://raw.githubusercontent.com/flotilla-examples/hello-fleet/main/balena.yml'
  expect(contractOf(project, 'main')).toBe(raw)
  expect(publicFileAt('https://github.com/flotilla-examples/hello-fleet/blob/main/balena.yml')).toBe(raw)
  expect(publicFileAt(raw)).toBe(raw)
  // A branch may contain characters that have a meaning in addresses.
  expect(contractOf(project, 'fix/#12')).toContain('/fix/%2312/balena.yml')
  expect(tarballOf(project, 'fix/#12')).toMatch(/\/archive\/fix\/%2312\.tar\.gz$/)
  expect(tarballOf(project, 'main')).toBe(
    'https://github.com/flotilla-examples/hello-fleet/archive/main.tar.gz',
  )
})
