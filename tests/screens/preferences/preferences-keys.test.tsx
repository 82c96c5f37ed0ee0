import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { apiKeys as KEYS_EVERY_MS } from '../../../src/domain/polling.ts'
import { fieldOf } from '../../contract/accounts.ts'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { setting } from '../fleets/settings-screens.ts'
import { address, findHeading, TOKEN_KEY } from '../open-app.tsx'
import { openWorld, readable } from '../open-world.tsx'
import { reasonOf, write, writes } from '../variables/variable-screens.ts'
import {
  accountWith,
  confirmWithPassword,
  findMessage,
  fakeDate,
  expireSignIn,
  PASSWORD,
} from './preferences-screens.ts'

afterEach(() => void vi.restoreAllMocks())

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'
const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
const choose = async (item: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Add new key' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('an SSH key is added manually, shown by its fingerprint, and deleted with others [KEYS-001, KEYS-003, KEYS-004, KEYS-011, KEYS-012, KEYS-014, KEYS-015, KEYS-016, KEYS-017, KEYS-031, KEYS-038]', async () => {
  const { world, asked } = await openWorld('/preferences/sshkeys', { as: 'omar' })
  await findHeading('SSH keys')
  await screen.findByText('Your SSH keys appear here')
  await choose('Add manually')
  const dialog = await dialogNamed('Add an SSH key')
  const submit = () => dialog.getByRole('button', { name: 'Add key' })
  expect(reasonOf(submit())).toBe('The key title is mandatory!')
  await write(dialog.getByLabelText('Title'), 'Bench')
  expect(reasonOf(submit())).toBe('The key is mandatory!')
  const field = dialog.getByLabelText('Public key')
  const reasonFor = async (key: string) => {
    await userEvent.clear(field)
    await write(field, key)
    return reasonOf(submit())
  }
  const invalid = expect.stringMatching(/Enter a public key of a supported type/)
  for (const [key, reason] of [
    ['ssh-foo AAAA', invalid],
    ['ssh-rsa', invalid],
    ['ssh-rsa no-base-64!', invalid],
    ['ssh-rsa AAAA', expect.stringMatching(/^The key is incomplete/)],
    [KEY.replace('ssh-ed25519', 'ssh-rsa'), 'The type does not match the key after it.'],
    [`from="10.0.0.0/8" ${KEY}`, expect.stringMatching(/^Options before a key/)],
    ['-----BEGIN OPENSSH PRIVATE KEY-----', expect.stringMatching(/^This is a private key/)],
  ] as const)
    expect([key, await reasonFor(key)]).toEqual([key, reason])
  // The private key is neither in the draft nor in the command that is shown.
  expect([sessionStorage, localStorage].map((one) => JSON.stringify(one)).join()).not.toContain('PRIVATE KEY')
  expect(dialog.queryByText(/BEGIN OPENSSH/, { selector: 'code, pre' })).toBeNull()
  await userEvent.clear(field)
  await write(field, `  ${KEY.replace(' ', '\t')}  omar@bench \n`)
  await userEvent.click(submit())
  await untilClosed()
  const row = await rowOf('Bench')
  expect(row.getByText('SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU')).toBeVisible()
  expect(row.getByText('ssh-ed25519')).toBeVisible()
  const saved = () => world.rows('/v7/user__has__public_key?$select=title,public_key', 'omar')
  expect(await saved()).toEqual([{ title: 'Bench', public_key: `${KEY} omar@bench` }])

  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Bench' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete keys' }))
  const removal = await dialogNamed('Delete Bench?')
  await userEvent.click(removal.getByRole('button', { name: 'Delete key' }))
  await untilClosed()
  await screen.findByText('Your SSH keys appear here')
  expect(await saved()).toEqual([])
  expect(writes(asked)).toEqual([
    'POST /v7/user_public_key',
    expect.stringMatching(/^DELETE \/v7\/user_public_key\?\$filter=id in \(\d+\)$/),
  ])
})

test('keys are imported from the code host: new ones with unused numbers, and failures with the reason [KEYS-002, KEYS-004, KEYS-018, KEYS-019, KEYS-020, KEYS-021, KEYS-037, KEYS-045, KEYS-036]', async () => {
  const { world, asked } = await openWorld('/preferences/sshkeys', { as: 'omar' })
  await findHeading('SSH keys')
  await choose('Import from GitHub')
  const dialog = await dialogNamed('Import SSH keys from GitHub')
  const field = dialog.getByLabelText('GitHub username')
  const importOf = async (login: string) => {
    await userEvent.clear(field)
    await write(field, login)
    await userEvent.click(dialog.getByRole('button', { name: 'Show keys' }))
  }
  await importOf('nobody-at-all')
  await dialog.findByText('GitHub has no user called nobody-at-all.')
  await importOf('no-keys')
  await dialog.findByText('no-keys has no public keys on GitHub.')

  await world.request('/__flotilla/faults', {
    method: 'POST',
    body: { route: 'POST /v7/*', kind: 'status', status: 500, times: 1 },
  })
  await importOf('ada-lovelace')
  const preview = within(await dialog.findByRole('list', { name: 'Keys to import' })).getAllByRole('listitem')
  expect(preview.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^GitHub Key 1 ssh-\S+SHA256:/),
    expect.stringMatching(/^GitHub Key 2 (ssh|ecdsa)-\S+SHA256:/),
  ])
  expect(writes(asked)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Import 2 keys' }))
  await dialog.findByText(/^Some keys could not be saved \(1 of 2\)\. The first error: /)
  await userEvent.click(await dialog.findByRole('button', { name: 'Import 1 key' }))
  await untilClosed()
  await findMessage('1 key imported')
  expect(
    (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent?.slice(0, 40)),
  ).toEqual([expect.stringMatching(/GitHub Key 1/), expect.stringMatching(/GitHub Key 2/)])
  const hostCalls = asked.filter(({ url }) => url.startsWith('https://api.github.com/users/'))
  expect(hostCalls.map(({ url }) => url)).toEqual(
    ['nobody-at-all', 'no-keys', 'ada-lovelace'].map((login) => `https://api.github.com/users/${login}/keys`),
  )
  expect(hostCalls.flatMap(({ headers }) => [...headers.keys()])).toEqual([])

  await choose('Import from GitHub')
  const again = await dialogNamed('Import SSH keys from GitHub')
  await write(again.getByLabelText('GitHub username'), 'ada-lovelace')
  await userEvent.click(again.getByRole('button', { name: 'Show keys' }))
  await again.findByText('All keys of ada-lovelace are already saved.')
  await userEvent.click(again.getByRole('button', { name: 'Cancel' }))
  await untilClosed()

  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete keys' }))
  const removal = await dialogNamed('Delete 2 SSH keys?')
  await userEvent.click(removal.getByRole('button', { name: 'Delete keys' }))
  await screen.findByText('Your SSH keys appear here')
})

test('an import in which every key fails shows that [KEYS-046]', async () => {
  const { world } = await openWorld('/preferences/sshkeys', { as: 'omar' })
  await findHeading('SSH keys')
  await world.request('/__flotilla/faults', {
    method: 'POST',
    body: { route: 'POST /v7/*', kind: 'status', status: 500, times: 2 },
  })
  await choose('Import from GitHub')
  const dialog = await dialogNamed('Import SSH keys from GitHub')
  await write(dialog.getByLabelText('GitHub username'), 'ada-lovelace')
  await userEvent.click(dialog.getByRole('button', { name: 'Show keys' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Import 2 keys' }))
  await dialog.findByText(/^All keys failed to be saved\. The first error: /)
  expect(await world.count('/v7/user__has__public_key/$count', 'omar')).toBe(0)
})

/** Fills in and submits the form of a new key. */
async function fillKey(name: string, expiry: string) {
  const dialog = await dialogNamed('Create an API key')
  await write(dialog.getByRole('textbox', { name: 'Name' }), name)
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Expires' }), expiry)
  return dialog
}

test('a personal API key needs no role: it is shown once, copied or downloaded, then edited and revoked [KEYS-005, KEYS-006, KEYS-008, KEYS-009, KEYS-010, KEYS-026, KEYS-029, KEYS-030, KEYS-032, KEYS-040, KEYS-039, KEYS-041]', async () => {
  const files: string[] = []
  // jsdom neither stores files nor follows links to them.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  URL.revokeObjectURL = () => {}
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) void blob.text().then((content) => files.push(content))
    return 'blob:key'
  }
  const { world, asked } = await openWorld('/preferences/access-tokens', { as: 'olive' })
  await findHeading('Access tokens')
  await userEvent.click(screen.getByRole('button', { name: 'About the session token' }))
  expect(screen.getByRole('note').textContent).toMatch(/Anyone who has it can act as you/)
  await userEvent.click(screen.getByRole('button', { name: 'Show token' }))
  expect(screen.getByLabelText('Session token', { selector: 'code' }).textContent).toBe(
    localStorage.getItem(TOKEN_KEY),
  )

  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  const dialog = await fillKey('Reports', 'Never')
  expect(await dialog.findByText(/A key that never expires works until it is revoked/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Create key' }))
  const shown = await dialogNamed('Copy the key now')
  expect(shown.getByText(/You cannot see this key again/)).toBeVisible()
  const secret = shown.getByLabelText('API key').textContent
  expect(shown.getByRole('button', { name: 'Copy API key' })).toBeVisible()
  await userEvent.click(shown.getByRole('button', { name: 'Download as a text file' }))
  await waitFor(() => expect(files).toEqual([`${secret}\n`]))
  const whoami = () => world.request('/actor/v1/whoami', { as: { credential: secret } })
  expect(await (await whoami()).json()).toMatchObject({ actorType: 'user', username: 'olive' })
  await userEvent.click(shown.getByRole('button', { name: 'I have saved it' }))
  await untilClosed()
  expect(screen.queryByText(secret)).toBeNull()

  await userEvent.click((await rowOf('Reports')).getByRole('button', { name: 'Edit Reports' }))
  const edit = await dialogNamed('Edit this key')
  const name = edit.getByRole('textbox', { name: 'Name' })
  await userEvent.clear(name)
  expect(reasonOf(edit.getByRole('button', { name: 'Save' }))).toBe('A name is required.')
  await write(name, 'Weekly reports')
  await userEvent.click(edit.getByRole('button', { name: 'Save' }))
  await untilClosed()
  expect((await rowOf('Weekly reports')).getByText('Never')).toBeVisible()

  await userEvent.click(
    (await rowOf('Weekly reports')).getByRole('button', { name: 'Revoke Weekly reports' }),
  )
  const revoke = await dialogNamed('Revoke Weekly reports?')
  await userEvent.click(revoke.getByRole('button', { name: 'Revoke key' }))
  await untilClosed()
  await screen.findByText('Your API keys appear here')
  // The platform caches the permissions of a key for some seconds.
  world.clock.advanceTo(world.clock.now() + 6_000)
  expect((await whoami()).status).toBe(401)
  const read = asked.map(({ url }) => readable(url)).find((url) => url.startsWith('/v7/api_key?'))
  const [me] = await world.rows("/v7/user?$select=actor&$filter=username eq 'olive'", 'ada')
  const actor = String(fieldOf(me?.['actor'], '__id'))
  expect(read).toContain(`&$filter=is_of__actor eq ${actor} and name ne null&`)
  expect(read).toMatch(/\$orderby=name asc,id asc/)
  expect(asked.map(({ url }) => readable(url))).toContain(
    `/v7/api_key/$count?$filter=is_of__actor eq ${actor} and name ne null`,
  )
  expect(writes(asked)).toEqual([
    expect.stringMatching(/^PATCH \/v7\/api_key\(\d+\)$/),
    expect.stringMatching(/^DELETE \/v7\/api_key\(\d+\)$/),
  ])
})

test('an API key requires a recent sign-in: before its form opens, and if the platform asks for it [TWOFA-013, TWOFA-014, TWOFA-015, TWOFA-027, TWOFA-028]', async () => {
  fakeDate()
  const sent: unknown[] = []
  const { world, asked } = await openWorld('/preferences/access-tokens', {
    as: 'devi',
    answer: async (request) => {
      if (request.method === 'POST' && request.url.endsWith('/refresh-token'))
        sent.push(await request.clone().json())
      return undefined
    },
  })
  await findHeading('Access tokens')
  const before = localStorage.getItem(TOKEN_KEY)
  expireSignIn()
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  const question = await dialogNamed('Confirm your identity')
  expect(question.getByRole('button', { name: 'Confirm with GitHub' })).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'Create an API key' })).toBeNull()
  await write(question.getByLabelText('Password'), 'a guess')
  await userEvent.click(question.getByRole('button', { name: 'Confirm' }))
  await question.findByText('The password is wrong.')
  await userEvent.clear(question.getByLabelText('Password'))
  await confirmWithPassword(PASSWORD)

  const dialog = await fillKey('Reports', 'In 7 days')
  expect(sent).toEqual([{ password: 'a guess' }, { password: PASSWORD }])
  const fresh = localStorage.getItem(TOKEN_KEY)
  expect(fresh).not.toBe(before)
  await world.request('/__flotilla/faults', {
    method: 'POST',
    body: { route: 'POST /api-key/user/full', kind: 'status', status: 401, times: 1 },
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Create key' }))
  await confirmWithPassword()
  expect((await dialogNamed('Copy the key now')).getByLabelText('API key').textContent).toMatch(/^\w{16,}$/)
  // After the first confirmation, requests use the token that it returned.
  const [first] = asked.filter(({ url }) => url === '/api-key/user/full')
  expect(first?.headers.get('authorization')).toBe(`Bearer ${fresh}`)
})

test('a user of an identity provider cannot create API keys, sees the reason, and the provider [KEYS-028, PREF-038, SSO-019]', async () => {
  const { asked } = await openWorld('/preferences/access-tokens', {
    as: 'olive',
    change: accountWith((row) => ({
      ...row,
      owns__saml_account: [
        { id: 1, remote_id: 'olive', was_generated_by__identity_provider: [{ sso_identifier: 'acme' }] },
      ],
    })),
  })
  await findHeading('Access tokens')
  const create = screen.getByRole('button', { name: 'Create key' })
  expect(reasonOf(create)).toMatch(/you cannot create API keys/)
  expect(screen.getAllByText(/you cannot create API keys/).length).toBeGreaterThan(1)
  // Other texts do not suggest creating a key either.
  expect(screen.queryByText(/API keys let scripts|Create one/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'About the session token' }))
  expect(await screen.findByText('Use it to try requests by hand.')).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Account details' }))
  const row = await setting('Single sign-on')
  expect(row.getByText('Enabled with acme')).toBeVisible()
  expect(row.queryByRole('button', { name: 'Enable' })).toBeNull()
  expect(asked.map(({ url }) => readable(url)).find((url) => url.startsWith('/v7/user('))).toContain(
    'owns__saml_account(',
  )
})

test('SSH keys require a session [KEYS-013]', async () => {
  const { asked } = await openWorld('/preferences/sshkeys', { as: null })
  await findHeading('Sign in')
  expect(address()).toBe('/login?redirect=%2Fpreferences%2Fsshkeys')
  expect(screen.queryByRole('button', { name: 'Add new key' })).toBeNull()
  expect(asked.some(({ url }) => url.includes('public_key'))).toBe(false)
})

test('the platform returns the keys in pages of fifty [KEYS-044]', async () => {
  const { newRequests } = await openWorld(
    async (world) => {
      for (let nth = 100; nth < 151; nth++) {
        const body = { name: `key ${nth}`, expiryDate: null }
        await world.request('/api-key/user/full', { as: 'olive', method: 'POST', body })
      }
      return '/preferences/access-tokens'
    },
    { as: 'olive' },
  )
  expect(await screen.findByText('key 149')).toBeVisible()
  expect(screen.queryByText('key 150')).toBeNull()
  expect(newRequests().find((line) => line.startsWith('GET /v7/api_key?'))).toMatch(/\$top=50&\$skip=0/)
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('key 150')).toBeVisible()
  expect(newRequests().find((line) => line.startsWith('GET /v7/api_key?'))).toMatch(/\$top=50&\$skip=50/)
})

test('the list of keys is polled every 6 seconds [KEYS-043]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { world, asked } = await openWorld('/preferences/access-tokens', { as: 'olive' })
  await findHeading('Access tokens')
  await world.request('/api-key/user/full', {
    as: 'olive',
    method: 'POST',
    body: { name: 'Elsewhere', expiryDate: null },
  })
  expect(KEYS_EVERY_MS).toBe(6_000)
  const before = asked.length
  await act(() => vi.advanceTimersByTimeAsync(KEYS_EVERY_MS))
  expect(await screen.findByText('Elsewhere')).toBeVisible()
  expect(asked.slice(before).some(({ url }) => url.startsWith('/v7/api_key?'))).toBe(true)
  expect(writes(asked)).toEqual([])
})
