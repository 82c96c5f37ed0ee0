import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Button } from '@/ui/form/Button.tsx'
import { missingControls, permissionTable, readPageView } from './page-controls.ts'

afterEach(cleanup)

function view({ reason, isAdmin = true }: { reason?: string; isAdmin?: boolean }) {
  cleanup()
  render(
    <div aria-hidden="true">
      <div data-simulation="">
        <button type="button">Panel</button>
      </div>
      <nav>
        <a href="/fleets">Fleets {isAdmin ? 8 : '1,204'}</a>
        {isAdmin && <a href="/keys">API keys</a>}
      </nav>
      <main>
        <h1>cold-chain-eu</h1>
        <Button reason={reason}>Add device</Button>
        <input aria-label="Name" disabled={!isAdmin} title="Only administrators rename it" />
        <button type="button" hidden>
          Never
        </button>
        <a href="/elsewhere">Elsewhere</a>
      </main>
      <div role="dialog">
        <button type="button">In the panel</button>
      </div>
    </div>,
  )
  return readPageView()
}

test('a page has its usable controls, its links, and the reasons of disabled ones [SEEAS-001]', () => {
  const { heading, controls } = view({ reason: 'Your role does not allow this' })
  expect(heading).toBe('cold-chain-eu')
  expect(controls).toEqual([
    { role: 'link', name: 'Fleets', isEnabled: true, reason: null },
    { role: 'link', name: 'API keys', isEnabled: true, reason: null },
    { role: 'button', name: 'Add device', isEnabled: false, reason: 'Your role does not allow this' },
    { role: 'textbox', name: 'Name', isEnabled: true, reason: null },
  ])
})

test('lists what is disabled or absent for a user with the reason, except what nobody can use now [SEEAS-001, SEEAS-002]', () => {
  const whole = view({})
  const less = view({ reason: '=Observer, "read only"', isAdmin: false })
  expect(missingControls(whole, less)).toEqual([
    { role: 'link', name: 'API keys', is: 'absent', reason: null },
    { role: 'button', name: 'Add device', is: 'disabled', reason: '=Observer, "read only"' },
    { role: 'textbox', name: 'Name', is: 'disabled', reason: 'Only administrators rename it' },
  ])
  expect(missingControls(less, whole)).toEqual([])
  expect(
    permissionTable('/fleets/1', [
      { who: 'Ada', view: whole },
      { who: 'Olive', view: less },
    ]),
  ).toBe(
    [
      'Page,Kind,Control,Ada,Olive',
      '/fleets/1,link,Fleets,enabled,enabled',
      '/fleets/1,link,API keys,enabled,absent',
      '/fleets/1,button,Add device,enabled,"disabled: =Observer, ""read only"""',
      '/fleets/1,textbox,Name,enabled,disabled: Only administrators rename it',
      '',
    ].join('\r\n'),
  )
})
