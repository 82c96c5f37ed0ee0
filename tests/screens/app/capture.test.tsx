import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { readWorldFile } from '../../../src/simulation/world-file/world-file.ts'
import { openWorld } from '../open-world.tsx'
import { captureSavedFiles } from '../saved-files.ts'

const openMenu = async () => userEvent.click(await screen.findByRole('button', { name: 'Help' }))

test('in live mode, the help menu saves the account as a world, after saying whose data it is [CAPTURE-010]', async () => {
  const saved = captureSavedFiles()
  const { newRequests } = await openWorld('/404')
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as a simulated world…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as a simulated world' }))
  expect(await dialog.findByText(/^2 organizations, 11 fleets and \d+ devices can be read\.$/)).toBeVisible()
  expect(dialog.getByText(/save it only if they agree/)).toBeVisible()
  newRequests()
  await userEvent.click(dialog.getByRole('button', { name: 'Read the account' }))
  const save = await dialog.findByRole('button', { name: 'Save the file' }, { timeout: 30_000 })
  // Escape does not lose what was read and is not saved.
  await userEvent.keyboard('{Escape}')
  expect(save).toBeVisible()
  await userEvent.click(save)
  expect(newRequests().filter((one) => !one.startsWith('GET '))).toEqual([])
  const report = within(dialog.getByRole('list', { name: 'What is in the file' }))
  expect(report.getByText(/^Replaced by pseudonyms: organizations, fleets,/)).toBeVisible()
  // What is saved can be read again.
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [file] = saved
  expect(file?.name).toMatch(/^[a-z]+-[a-z]+\.world\.yaml$/)
  const text = (await file?.blob.text()) ?? ''
  expect(text).not.toMatch(/Acme|cold-chain|Moreau/)
  expect(readWorldFile(text).fleets).toHaveLength(11)
})

test('a capture can be stopped and continued [CAPTURE-010]', async () => {
  const waiting = Promise.withResolvers<undefined>()
  let isSlow = true
  await openWorld('/404', {
    answer: async ({ url }) => {
      if (isSlow && url.includes('/v7/device?')) await waiting.promise
      return undefined
    },
  })
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as a simulated world…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as a simulated world' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Read the account' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Stop' }))
  expect(dialog.getByText(/^Stopped\..* until this dialog is closed\.$/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(dialog.getByText(/^Stopped\./)).toBeVisible()
  isSlow = false
  waiting.resolve(undefined)
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await dialog.findByText('The world is ready.', undefined, { timeout: 30_000 })).toBeVisible()
})

test('a simulated platform is not offered as a simulated world [CAPTURE-010]', async () => {
  await openWorld('/404', { simulated: true })
  await openMenu()
  expect(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Save as a simulated world…' })).toBeNull()
})
