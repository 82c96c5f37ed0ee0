import { render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { TerminalTabs } from './terminal-tabs.ts'
import { TerminalScreen } from './TerminalScreen.tsx'

const emulator = vi.hoisted(() => ({
  options: {} as Record<string, unknown>,
  onKey: (_event: KeyboardEvent): boolean => true,
  textarea: null as HTMLTextAreaElement | null,
  disposed: 0,
  selected: '',
  written: [] as string[],
  pasted: [] as string[],
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
    textarea = document.createElement('textarea')
    constructor(options: Record<string, unknown>) {
      this.options = options
      emulator.options = options
      emulator.textarea = this.textarea
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
    write(text: string) {
      emulator.written.push(text)
    }
    paste(text: string) {
      emulator.pasted.push(text)
    }
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
  emulator.pasted = []
})

function show(
  onLeave: () => void = () => {},
  onPasteLines: (text: string, paste: () => void) => void = () => {},
) {
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
    waiting: (seconds) => `waiting ${seconds}`,
  })
  tabs.start({ kind: 'host' })
  const [tab] = tabs.getSnapshot().tabs
  if (!tab) throw new Error('No tab')
  return render(
    <TerminalScreen
      hint="how-to-leave"
      tabs={tabs}
      tab={tab}
      shown
      forScreenReader
      fontSize={15}
      onLeave={onLeave}
      onHandle={() => {}}
      onFound={() => {}}
      onSelection={() => {}}
      onPasteLines={onPasteLines}
    />,
  )
}

test('the emulator has a line height of 1.4 and a letter spacing of 1 [TERM-045, TERM-046]', () => {
  show()
  expect(emulator.options).toMatchObject({ lineHeight: 1.4, letterSpacing: 1 })
})

test('the emulator exposes its content to screen readers', () => {
  show()
  expect(emulator.options.screenReaderMode).toBe(true)
})

test('who reaches the terminal with a screen reader hears how to leave it', () => {
  show()
  expect(emulator.textarea).toHaveAttribute('aria-describedby', 'how-to-leave')
})

test('F6 leaves the terminal without reaching the shell; other keys reach it', () => {
  const onLeave = vi.fn<() => void>()
  show(onLeave)
  expect(emulator.onKey(new KeyboardEvent('keydown', { key: 'F6', cancelable: true }))).toBe(false)
  expect(onLeave).toHaveBeenCalledOnce()
  expect(emulator.onKey(new KeyboardEvent('keydown', { key: 'Tab' }))).toBe(true)
})

test('unmounting disposes of the emulator', () => {
  show().unmount()
  expect(emulator.disposed).toBe(1)
})

test('uses the font size chosen by the user', () => {
  show()
  expect(emulator.options.fontSize).toBe(15)
})

test('Ctrl+Shift+C copies the selection and Ctrl+Shift+V is left to the browser; neither reaches the shell', async () => {
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

/** A paste event as sent by the browser. */
function pasteInto(place: Element | null, text: string) {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { getData: () => text } })
  place?.dispatchEvent(event)
  return event
}

test('pastes several lines only after confirmation, without control characters', () => {
  const onPasteLines = vi.fn<(text: string, paste: () => void) => void>()
  const { container } = show(undefined, onPasteLines)
  expect(pasteInto(container.firstElementChild, 'df -h').defaultPrevented).toBe(true)
  expect(emulator.pasted).toEqual(['df -h'])
  expect(onPasteLines).not.toHaveBeenCalled()

  pasteInto(container.firstElementChild, 'ls\x1b[201~\nrm -rf /data\n')
  expect(emulator.pasted).toEqual(['df -h'])
  const [text, paste] = onPasteLines.mock.calls[0] ?? []
  expect(text).toBe('ls[201~\nrm -rf /data\n')
  paste?.()
  expect(emulator.pasted).toEqual(['df -h', 'ls[201~\nrm -rf /data\n'])
})

test('also asks before pasting a line with a trailing line break', () => {
  const onPasteLines = vi.fn<(text: string, paste: () => void) => void>()
  const { container } = show(undefined, onPasteLines)
  pasteInto(container.firstElementChild, 'reboot\r')
  expect(onPasteLines).toHaveBeenCalledOnce()
  expect(emulator.pasted).toEqual([])
})

test('links only HTTP URLs in the output', () => {
  show()
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { linkHandler } = emulator.options as {
    linkHandler: { activate: (event: object, address: string) => void; allowNonHttpProtocols: boolean }
  }
  expect(linkHandler.allowNonHttpProtocols).toBe(false)
  linkHandler.activate({}, 'javascript:alert(1)')
  expect(open).not.toHaveBeenCalled()
  linkHandler.activate({}, 'https://docs.example/')
  expect(open).toHaveBeenCalledExactlyOnceWith('https://docs.example/', '_blank', 'noopener,noreferrer')
  open.mockRestore()
})

test('a link that a program prints shows where it leads while the pointer is on it', () => {
  const { container } = show()
  const { linkHandler } = emulator.options as {
    linkHandler: { hover: (event: object, address: string) => void; leave: () => void }
  }
  linkHandler.hover({}, 'https://evil.example/')
  expect(container.firstElementChild).toHaveAttribute('title', 'https://evil.example/')
  linkHandler.leave()
  expect(container.firstElementChild).not.toHaveAttribute('title')
})
