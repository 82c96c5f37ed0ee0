import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { aControlClient, openPanel } from '@/control-panel/testing/a-panel.tsx'
import { unpackText } from '@/files/packed-text.ts'
import { readWorldFile } from '@/simulation/world-file/world-file.ts'
import { type WorldFile } from '@/simulation/world-file/world-schema.ts'
import { dismissAllToasts } from '@/ui/feedback/toasts.ts'
import { ownWorldForm } from './draft.ts'

afterEach(() => {
  cleanup()
  dismissAllToasts()
  sessionStorage.clear()
})

async function openOwn(client = aControlClient()) {
  const opened = await openPanel(client)
  await opened.show('My world')
  await opened.panel.findByLabelText('Company')
  const contents = () => opened.panel.getByLabelText<HTMLTextAreaElement>('Contents of the file')
  return { ...opened, contents, file: () => readWorldFile(contents().value) }
}

/** Pastes a text. */
async function write(area: HTMLTextAreaElement, text: string) {
  await userEvent.clear(area)
  await userEvent.click(area)
  await userEvent.paste(text)
}

test('[WORLD-008] an industry, a name and a number create a world, which opens with its administrator signed in', async () => {
  const { door: client, panel, become, file } = await openOwn()
  const reset = vi.spyOn(client, 'reset')
  expect(panel.getByRole('button', { name: 'Open this world' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.selectOptions(panel.getByLabelText('Industry'), 'EV charging')
  await userEvent.type(panel.getByLabelText('Company'), 'Northern Lights')
  await userEvent.clear(panel.getByLabelText('Devices'))
  await userEvent.type(panel.getByLabelText('Devices'), '20,000')
  await userEvent.click(panel.getByLabelText('Invoice 30 days past due'))
  const fleets = within(panel.getByRole('table', { name: 'Fleets of this world' }))
  await waitFor(() => expect(fleets.getByRole('row', { name: /chargers/ }).textContent).toContain('18,000'))
  expect(file()).toMatchObject({ organization: { name: 'Northern Lights' }, billing: { owedDays: 30 } })
  await userEvent.click(panel.getByRole('button', { name: 'Open this world' }))
  expect(await screen.findByText(/is open/)).toBeTruthy()
  expect(reset).toHaveBeenCalledWith({ worldFile: expect.objectContaining({ title: 'Northern Lights' }) })
  expect(become).toHaveBeenCalledWith('somebody@flotilla.example', 'flotilla-demo')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Simulator' })).toBeNull())
})

test('[WORLD-008] a world with changes is not replaced without confirmation, and errors are shown', async () => {
  const figures = aControlClient().figures
  const reset = vi.fn(async () => Promise.reject(new Error('There is no room')))
  const { panel } = await openOwn(
    aControlClient({ figures: async () => ({ ...(await figures()), actions: 3 }), reset }),
  )
  await userEvent.type(panel.getByLabelText('Company'), 'Northern Lights')
  await userEvent.click(panel.getByRole('button', { name: 'Open this world' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Open a new world?' }))
  expect(reset).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: 'Open this world' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('There is no room')
})

test('[WORLD-008] invalid input is shown, and to which colour an accent is shifted', async () => {
  const { panel } = await openOwn()
  await userEvent.type(panel.getByLabelText('Devices'), '000000')
  expect(panel.getByText('Devices must be a whole number from 1 to 100,000')).toBeTruthy()
  await userEvent.type(panel.getByLabelText('Accent colour'), 'red')
  expect(panel.getByText('Enter a colour such as #1f77d0')).toBeTruthy()
  await userEvent.clear(panel.getByLabelText('Accent colour'))
  await userEvent.type(panel.getByLabelText('Accent colour'), '#ffff00')
  expect(
    panel.getByText(/^Shifted to #[0-9a-f]{6}: .* too little contrast in one of the themes\.$/),
  ).toBeVisible()
  await userEvent.clear(panel.getByLabelText('Accent colour'))
  await userEvent.type(panel.getByLabelText('Accent colour'), '#c0392b')
  expect(panel.getByText(/^Shifted to #[0-9a-f]{6}: .* too near that of a state/)).toBeVisible()
  const logo = panel.getByLabelText<HTMLInputElement>('Logo')
  await userEvent.upload(logo, new File(['x'.repeat(100_001)], 'big.png', { type: 'image/png' }))
  expect(await panel.findByText('Choose a PNG or JPEG image of at most 100 kB')).toBeTruthy()
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  await userEvent.upload(logo, new File([png], 'logo.png', { type: 'image/png' }))
  expect(await panel.findByRole('img', { name: 'Logo' })).toBeTruthy()
  await userEvent.upload(logo, new File([png], 'logo.jpg', { type: 'image/jpeg' }))
  expect(await panel.findByText('Choose a PNG or JPEG image of at most 100 kB')).toBeTruthy()
})

test('[WORLD-008] towns and a name for devices are asked for, checked while typing, and used', async () => {
  const { panel, file } = await openOwn()
  const paste = async (label: string, text: string) => {
    await userEvent.clear(panel.getByLabelText(label))
    await userEvent.click(panel.getByLabelText(label))
    await userEvent.paste(text)
  }
  await userEvent.selectOptions(panel.getByLabelText('Industry'), 'Other')
  await paste('Name of the industry', 'Kegs')
  await paste('Devices are called', 'k g')
  expect(panel.getByText(/Start with a letter from a to z/)).toBeTruthy()
  await paste('Devices are called', 'keg')
  await paste('Towns', 'Munixh, Lyon (FR)')
  expect(await panel.findByText('There is no town “Munixh”. Did you mean “Munich”?')).toBeTruthy()
  await paste('Company', 'Brewery')
  const open = panel.getByRole('button', { name: 'Open this world' })
  expect(open.getAttribute('aria-disabled')).toBe('true')
  await paste('Towns', 'Munich, Lyon (FR)')
  expect(await panel.findByText(/^Devices are in Munich \(Germany\)/)).toBeTruthy()
  await waitFor(() =>
    expect(file()).toMatchObject({
      organization: { industry: 'Kegs' },
      fleets: [{ name: 'kegs', places: ['Munich', 'Lyon (FR)'], devices: [{ names: 'keg-{place}-{nnnn}' }] }],
    }),
  )
  await waitFor(() => expect(open.getAttribute('aria-disabled')).not.toBe('true'))
})

test('[WORLD-008] the copied link contains the displayed file', async () => {
  const user = userEvent.setup()
  const { panel, contents } = await openOwn()
  await user.type(panel.getByLabelText('Company'), 'Northern Lights')
  await user.click(panel.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText(/Link copied/)).toBeTruthy()
  const link = new URL(await navigator.clipboard.readText())
  expect(await unpackText(link.hash.replace('#world=', ''), 256_000)).toBe(contents().value)
})

test('[WORLD-008] a pasted file shows its error with a link to the line, and is kept when the panel closes', async () => {
  const { panel, contents } = await openOwn()
  const wrong = 'organization:\n  name: Northern Lights\nfleets:\n  - name: shops\n    type: toaster\n'
  await write(contents(), wrong)
  expect((await panel.findByRole('alert')).textContent).toMatch(/^Line 5: fleets\.0\.type must be one of/)
  await userEvent.click(panel.getByRole('button', { name: 'Go to line 5' }))
  const { selectionStart, selectionEnd, value } = contents()
  expect(value.slice(selectionStart, selectionEnd)).toBe('    type: toaster')
  expect(document.activeElement).toBe(contents())
  expect(panel.getByRole('button', { name: 'Open this world' }).getAttribute('aria-disabled')).toBe('true')
  expect(ownWorldForm.get().edited).toBe(wrong)
  cleanup()
  const again = await openPanel()
  await again.show('My world')
  expect((await again.panel.findByLabelText<HTMLTextAreaElement>('Contents of the file')).value).toBe(wrong)
  await userEvent.click(again.panel.getByRole('button', { name: 'Discard edits' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Discard the edits?' }))
  await userEvent.click(asked.getByRole('button', { name: 'Discard edits' }))
  expect(await again.panel.findByLabelText('Company')).toBeTruthy()
})

test('[WORLD-008] suggestions can be inserted while typing', async () => {
  const { panel, contents } = await openOwn()
  await write(contents(), 'organization:\n  name: A\nfleets:\n  - name: shops\n    ty')
  await userEvent.click(await panel.findByRole('button', { name: 'Insert type' }))
  await waitFor(() => expect(contents().value).toMatch(/\n {4}type: $/))
  await userEvent.click(await panel.findByRole('button', { name: 'Insert intel-nuc' }))
  await waitFor(() => expect(contents().value).toMatch(/type: intel-nuc$/))
  expect(await panel.findByText('The file is valid.')).toBeTruthy()
})

test('[WORLD-008] a file can be chosen, and the current world can be loaded as a file', async () => {
  const world: WorldFile = { extends: 'acme-logistics', title: 'Mine' }
  const { panel, contents } = await openOwn(aControlClient({ worldFile: async () => world }))
  const chosen = new File(['extends: acme-logistics\ntitle: Chosen\n'], 'w.yaml')
  await userEvent.upload(panel.getByLabelText<HTMLInputElement>('Open a world file'), chosen)
  await waitFor(() => expect(contents().value).toContain('title: Chosen'))
  await userEvent.click(panel.getByRole('button', { name: 'Load the current world' }))
  await waitFor(() => expect(readWorldFile(contents().value)).toEqual(world))
  const large = new File(['x'.repeat(4_000_001)], 'large.yaml')
  await userEvent.upload(panel.getByLabelText<HTMLInputElement>('Open a world file'), large)
  expect(await panel.findByText('The file is larger than 4000 kB')).toBeTruthy()
  expect(readWorldFile(contents().value)).toEqual(world)
  // Exactly as large as allowed.
  const largest = Object.defineProperty(new File(['title: Largest\n'], 'largest.yaml'), 'size', {
    value: 4_000_000,
  })
  await userEvent.upload(panel.getByLabelText<HTMLInputElement>('Open a world file'), largest)
  await waitFor(() => expect(contents().value).toBe('title: Largest\n'))
  expect(panel.queryByText('The file is larger than 4000 kB')).toBeNull()
})
