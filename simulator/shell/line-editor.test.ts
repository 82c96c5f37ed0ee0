import { expect, test } from 'vitest'
import { LineEditor } from './line-editor.ts'

/** A line editor with a terminal that renders its output. */
function aTerminal(cols = 80) {
  const rows: string[][] = [[]]
  let row = 0
  let col = 0
  const lines: string[] = []
  let interrupts = 0
  let ends = 0
  const put = (char: string) => {
    if (col === cols) {
      row++
      col = 0
    }
    const line = (rows[row] ??= [])
    while (line.length < col) line.push(' ')
    line[col++] = char
  }
  const write = (data: string) => {
    for (const [sequence] of data.matchAll(/\x1b\[(\d*)([A-Z])|[\s\S]/g)) {
      const count = Number(/\d+/.exec(sequence)?.[0] ?? 1)
      if (sequence === '\r') col = 0
      else if (sequence === '\n') row++
      else if (/^\x1b\[\d*A$/.test(sequence)) row -= count
      else if (/^\x1b\[\d*C$/.test(sequence)) col += count
      else if (sequence === '\x1b[J') {
        rows.splice(row + 1)
        rows[row] = (rows[row] ?? []).slice(0, col)
      } else if (sequence === '\x1b[H') [row, col] = [0, 0]
      else if (sequence === '\x1b[2J') rows.splice(0, rows.length)
      else put(sequence)
    }
  }
  const editor = new LineEditor({
    write,
    cols: () => cols,
    onLine: (line) => {
      lines.push(line)
      editor.begin('$ ')
    },
    onInterrupt: () => {
      interrupts++
      editor.begin('$ ')
    },
    onEnd: () => ends++,
    complete: (before) => {
      const word = /\S*$/.exec(before)?.[0] ?? ''
      return { word, choices: ['uname', 'uniq', 'uptime', '/etc/'].filter((it) => it.startsWith(word)) }
    },
  })
  editor.begin('$ ')
  return {
    lines,
    type(data: string) {
      let rest = data
      while (rest !== '') rest = editor.take(rest)
    },
    screen: () => rows.map((it) => (it ?? []).join('').trimEnd()),
    cursor: () => [row, col],
    interrupts: () => interrupts,
    ends: () => ends,
  }
}

const [UP, DOWN, RIGHT, LEFT, HOME, END, DELETE] = [
  '\x1b[A',
  '\x1b[B',
  '\x1b[C',
  '\x1b[D',
  '\x1b[H',
  '\x1b[F',
  '\x1b[3~',
]

test('echoes typed text, and Enter submits the line', () => {
  const it = aTerminal()
  it.type('uptime')
  expect(it.screen()).toEqual(['$ uptime'])
  it.type('\r')
  expect(it.lines).toEqual(['uptime'])
  expect(it.screen()).toEqual(['$ uptime', '$'])
})

test('a line can be edited with the cursor keys', () => {
  const it = aTerminal()
  it.type(`helo${LEFT}l\x7f\x7fl${RIGHT}${LEFT}l${END}!${HOME}> ${DELETE}\r`)
  expect(it.lines).toEqual(['> ello!'])
})

test('Ctrl-W, Ctrl-U and Ctrl-K delete a word, the line before the cursor, and the line after it', () => {
  const it = aTerminal()
  it.type('one two\x17three\x01zero \x05!\r')
  it.type('gone\x15kept\r')
  it.type(`kept gone${LEFT.repeat(5)}\x0b\r`)
  expect(it.lines).toEqual(['zero one three!', 'kept', 'kept'])
})

test('the arrow keys recall earlier lines and then the unfinished one', () => {
  const it = aTerminal()
  it.type(`first\rsecond\rdraft${UP}${UP}${UP}`)
  expect(it.screen().at(-1)).toBe('$ first')
  it.type(`${DOWN}\r`)
  it.type(`begun${UP}${DOWN}\r`)
  expect(it.lines).toEqual(['first', 'second', 'second', 'begun'])
})

test('Ctrl-C discards the line, and Ctrl-D on an empty line ends the shell', () => {
  const it = aTerminal()
  it.type('never run\x03')
  expect(it.interrupts()).toBe(1)
  it.type('x\x04')
  expect(it.ends()).toBe(0)
  it.type('\x15\x04')
  expect(it.ends()).toBe(1)
  expect(it.lines).toEqual([])
})

test('Ctrl-L clears the screen and keeps the line', () => {
  const it = aTerminal()
  it.type('ls\ruptime\x0c')
  expect(it.screen()).toEqual(['$ uptime'])
})

test('Tab completes a unique match, and otherwise lists the choices', () => {
  const it = aTerminal()
  it.type('up\t\r')
  it.type('un\t')
  expect(it.screen()).toEqual(['$ uptime', '$ un', 'uname  uniq', '$ un'])
  it.type('\x15/e\t\r')
  it.type('xyz\t\r')
  expect(it.lines).toEqual(['uptime ', '/etc/', 'xyz'])
})

test('a line longer than the window wraps and can be edited in all rows', () => {
  const it = aTerminal(10)
  it.type('abcdefghijklmnop')
  expect(it.screen()).toEqual(['$ abcdefgh', 'ijklmnop'])
  it.type(`${HOME}X`)
  expect(it.screen()).toEqual(['$ Xabcdefg', 'hijklmnop'])
  expect(it.cursor()).toEqual([0, 3])
  it.type(`${END}\x7f\x7f`)
  expect(it.screen()).toEqual(['$ Xabcdefg', 'hijklmn'])
  it.type('\r')
  expect(it.lines).toEqual(['Xabcdefghijklmn'])
})

test('an escape sequence can arrive in two parts', () => {
  const it = aTerminal()
  it.type('ab')
  it.type('\x1b')
  it.type('[D!')
  it.type('\r')
  expect(it.lines).toEqual(['a!b'])
})

test('characters of any script count as one key', () => {
  const it = aTerminal()
  it.type('å日🙂\x7f\r')
  expect(it.lines).toEqual(['å日'])
})
