// @vitest-environment jsdom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { api, connectApi } from '@/api/api.ts'
import { ChatButton } from './ChatButton.tsx'

afterEach(() => {
  cleanup()
  for (const script of document.head.querySelectorAll('script')) script.remove()
  delete window.Intercom
})

const ada = {
  user_id: 1,
  name: 'Ada Moreau',
  email: 'ada@flotilla.example',
  created_at: '2025-01-20T14:00:00.000Z',
  user_hash: 'a'.repeat(64),
}

/** Renders the button on a platform with this configuration; null: the platform has none. */
function showOn(config: object | null) {
  connectApi({
    apiUrl: 'https://api.example.com',
    terminalUrl: 'wss://terminal.example.com',
    tokenKey: 'token',
    fetch: async (address) => {
      if (new Request(address).url.endsWith('/user/v1/intercom')) return Response.json(ada)
      return config === null ? new Response(null, { status: 404 }) : Response.json(config)
    },
  })
  const callbacks = { onOpened: vi.fn(), onSimulated: vi.fn() }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ChatButton {...callbacks} />
    </QueryClientProvider>,
  )
  const button = screen.getByRole('button', { name: 'Chat with support' })
  return { button, ...callbacks }
}

const chatScript = () => document.head.querySelector('script')
const findScript = () =>
  waitFor(() => {
    const script = chatScript()
    if (script === null) throw new Error('No script is loaded')
    return script
  })
const enabled = (button: HTMLElement) =>
  waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())

test('opens the support chat as the signed-in user, and ends it with the session [SHELL-006]', async () => {
  const { button, onOpened } = showOn({ deployment: 'production', intercomAppId: 'our-app' })
  await enabled(button)
  expect(chatScript()).toBeNull()

  await userEvent.click(button)
  const blocked = await findScript()
  expect(blocked.src).toBe('https://widget.intercom.io/widget/our-app')
  act(() => void blocked.dispatchEvent(new Event('error')))
  expect((await screen.findByRole('alert')).textContent).toContain('The chat service could not be reached')

  await userEvent.click(button)
  const script = await findScript()
  const chat = vi.fn()
  window.Intercom = chat
  act(() => void script.dispatchEvent(new Event('load')))
  await waitFor(() => expect(onOpened).toHaveBeenCalledOnce())
  expect(chat.mock.calls).toEqual([
    [
      'boot',
      {
        app_id: 'our-app',
        user_id: 1,
        name: 'Ada Moreau',
        email: 'ada@flotilla.example',
        created_at: 1_737_381_600,
        user_hash: ada.user_hash,
        hide_default_launcher: true,
      },
    ],
    ['show'],
  ])
  api().session.signOut()
  expect(chat.mock.lastCall).toEqual(['shutdown'])
})

test('states that the platform has no chat', async () => {
  const { button } = showOn(null)
  await waitFor(() => {
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('This platform has no support chat')
  })
})

test('loads nothing from a chat service in a simulated world', async () => {
  const { button, onSimulated } = showOn({ deployment: 'simulated', intercomAppId: null })
  await enabled(button)
  await userEvent.click(button)
  expect(onSimulated).toHaveBeenCalledOnce()
  expect(chatScript()).toBeNull()
})
