import { render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { TerminalTabs } from './terminal-tabs.ts'
import { TerminalScreen } from './TerminalScreen.tsx'

const emulator = vi.hoisted(() => ({
  options: {} as Record<string, unknown>,
  onKey: (_event: KeyboardEvent): boolean => true,
  disposed: 0,
  selected: '',
}))

vi.mock('@xterm/addon-fit', () => ({
  FitAddon: class {
    readonly fit = () => {}
  },
}))
vi.mock('@xterm/addon-web-links', () => ({ WebLinksAddon: class {} }))
vi.mock('@xterm/xterm', () => ({
  Terminal: class {
    cols = 100
    rows = 30
    options: Record<string, unknown>
    constructor(options: Record<string, unknown>) {
      this.options = options
      emulator.options = options
    }
    open() {}
    loadAddon() {}
    onResize() {}
    onSelectionChange() {}
    hasSelection() {
      return emulator.selected !== ''
    }
    getSelection() {
      return emulator.selected
    }
    onData() {}
    write() {}
    focus() {}
    attachCustomKeyEventHandler(onKey: (event: KeyboardEvent) => boolean) {
      emulator.onKey = onKey
    }
    dispose() {
      emulator.disposed += 1
    }
  },
}))

beforeEach(() => {
  emulator.disposed = 0
})

function show(onLeave: () => void = () => {}) {
  const tabs = new TerminalTabs({
    open: () => ({
      on: () => {},
      authenticate: () => {},
      connectShell: () => {},
      send: () => {},
      resize: () => {},
      close: () => {},
    }),
    token: () => 'token-1',
    titleOf: () => 'Host OS',
    numbered: (title, nth) => `${title} ${nth}`,
    notice: (notice) => notice,
  })
  tabs.start({ kind: 'host' })
  const [tab] = tabs.getSnapshot().tabs
  if (!tab) throw new Error('No tab')
  return render(
    <TerminalScreen
      tabs={tabs}
      tab={tab}
      shown
      forScreenReader
      fontSize={15}
      onLeave={onLeave}
      onHandle={() => {}}
      onFound={() => {}}
      onSelection={() => {}}
    />,
  )
}

test('the emulator has a line height of 1.4 and a letter spacing of 1 [TERM-045, TERM-046]', () => {
  show()
  expect(emulator.options).toMatchObject({ lineHeight: 1.4, letterSpacing: 1 })
})

test('a screen reader is told what the emulator shows', () => {
  show()
  expect(emulator.options.screenReaderMode).toBe(true)
})

test('F6 leaves the terminal and does not reach the shell; other keys do', () => {
  const onLeave = vi.fn<() => void>()
  show(onLeave)
  expect(emulator.onKey(new KeyboardEvent('keydown', { key: 'F6', cancelable: true }))).toBe(false)
  expect(onLeave).toHaveBeenCalledOnce()
  expect(emulator.onKey(new KeyboardEvent('keydown', { key: 'Tab' }))).toBe(true)
})

test('a screen that goes away takes its emulator with it', () => {
  show().unmount()
  expect(emulator.disposed).toBe(1)
})

test('the letters have the size that the person has chosen', () => {
  show()
  expect(emulator.options.fontSize).toBe(15)
})

test('with Ctrl and Shift, C copies what is selected and V is left to the browser; the shell gets neither', async () => {
  const copied = vi.fn<(text: string) => Promise<void>>(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText: copied } })
  emulator.selected = 'df -h'
  show()
  const keys = { ctrlKey: true, shiftKey: true, cancelable: true }
  const copy = new KeyboardEvent('keydown', { ...keys, code: 'KeyC' })
  const paste = new KeyboardEvent('keydown', { ...keys, code: 'KeyV' })
  expect(emulator.onKey(copy)).toBe(false)
  expect(emulator.onKey(paste)).toBe(false)
  expect(copied).toHaveBeenCalledWith('df -h')
  expect([copy.defaultPrevented, paste.defaultPrevented]).toEqual([true, false])
  expect(emulator.onKey(new KeyboardEvent('keydown', { ctrlKey: true, code: 'KeyC' }))).toBe(true)
  vi.unstubAllGlobals()
})
