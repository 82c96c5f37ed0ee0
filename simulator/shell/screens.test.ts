import { describe, expect, test } from 'vitest'
import { aShell } from '../testing/a-shell.ts'
import { SECONDS } from '../testing/a-world.ts'

/** The screen that a program has drawn last, without codes of the terminal. */
const drawn = (text: string): string[] =>
  (text.split('\x1b[H\x1b[2J').at(-1) ?? '')
    .replace(/\x1b\[[\d;?]*[a-zA-Z]/g, '')
    .split('\n')
    .map((line) => line.trimEnd())

describe('vi', () => {
  const edit = (keys: string, before = 'one\ntwo\nthree\n') => {
    const it = aShell()
    it.run(`printf '${before.replaceAll('\n', '\\n')}' > /tmp/f`)
    it.type('vi /tmp/f\r')
    it.type(keys)
    const prompt = it.all().endsWith('# ')
    return { it, prompt, text: prompt ? it.run('cat /tmp/f') : '' }
  }

  test.each([
    ['inserts and saves', 'izero \x1b:wq\r', 'zero one\ntwo\nthree'],
    ['appends at the end of a line', 'A!\x1b:x\r', 'one!\ntwo\nthree'],
    ['opens a line below', 'onew\x1bZZ', 'one\nnew\ntwo\nthree'],
    ['opens a line above', 'GOnew\x1b:wq\r', 'one\ntwo\nnew\nthree'],
    ['deletes a line and undoes it', 'ddu:wq\r', 'one\ntwo\nthree'],
    ['deletes two lines', '2dd:wq\r', 'three'],
    ['yanks and pastes', 'yyjp:wq\r', 'one\ntwo\none\nthree'],
    ['deletes characters', 'xx:wq\r', 'e\ntwo\nthree'],
    ['deletes to the end of the line', 'lD:wq\r', 'o\ntwo\nthree'],
    ['changes to the end of the line', 'lCnce\x1b:wq\r', 'once\ntwo\nthree'],
    ['changes a word', 'cwONE\x1b:wq\r', 'ONE\ntwo\nthree'],
    ['searches', '/thr\rx:wq\r', 'one\ntwo\nhree'],
    ['goes to a line', ':2\rdd:wq\r', 'one\nthree'],
    ['replaces everywhere', ':%s/o/0/g\r:wq\r', '0ne\ntw0\nthree'],
    ['gives up changes', 'dd:q!\r', 'one\ntwo\nthree'],
  ])('%s', (_what, keys, expected) => {
    const { prompt, text } = edit(keys)
    expect(prompt).toBe(true)
    expect(text).toBe(expected)
  })

  test('does not leave a changed file without being told to', () => {
    const { it, prompt } = edit('x:q\r')
    expect(prompt).toBe(false)
    expect(drawn(it.all()).at(-1)).toMatch(/changes|write/)
  })

  test('of a read-only file says so when it is saved', () => {
    const it = aShell()
    it.type('vi /etc/hosts\rx:wq\r')
    expect(drawn(it.all()).join('\n')).toMatch(/Read-only file system/)
    it.type(':q!\r')
    expect(it.prompt()).toMatch(/# $/)
  })
})

describe('less', () => {
  test('pages, searches and leaves the terminal as it was', () => {
    const it = aShell()
    it.run('seq 1 200 > /tmp/n')
    it.type('less /tmp/n\r')
    expect(drawn(it.all()).slice(0, 3)).toEqual(['1', '2', '3'])
    it.type(' ')
    expect(drawn(it.all())[0]).toBe('30')
    // Half a page forward and back, by letters and with Ctrl.
    for (const [key, first] of [
      ['d', '44'],
      ['\x04', '58'],
      ['u', '44'],
      ['\x15', '30'],
    ] as const) {
      it.type(key)
      expect([key, drawn(it.all())[0]]).toEqual([key, first])
    }
    it.type('G')
    expect(drawn(it.all()).join('\n')).toMatch(/\n200\n.*END/)
    it.type('g')
    expect(drawn(it.all())[0]).toBe('1')
    it.type('/150\r')
    expect(drawn(it.all())[0]).toBe('150')
    it.type('q')
    expect(it.prompt()).toMatch(/# $/)
    expect(it.all().lastIndexOf('\x1b[?1049l')).toBeGreaterThan(it.all().lastIndexOf('\x1b[?1049h'))
  })

  test('of a pipe shows what came through it', () => {
    const it = aShell()
    it.type('seq 5 | less\r')
    expect(drawn(it.all()).slice(0, 5)).toEqual(['1', '2', '3', '4', '5'])
    it.type('q')
    expect(it.prompt()).toMatch(/# $/)
  })
})

test('watch runs its command again and again until Ctrl-C', () => {
  const it = aShell()
  it.type('watch -n 5 date +%T\r')
  expect(drawn(it.all()).join('\n')).toMatch(/^Every 5\.0s: date \+%T .*\n\n14:00:00/)
  it.pass(5 * SECONDS)
  expect(drawn(it.all()).join('\n')).toContain('14:00:05')
  it.pass(10 * SECONDS)
  expect(drawn(it.all()).join('\n')).toContain('14:00:15')
  it.type('\x03')
  expect(it.prompt()).toMatch(/# $/)
})

test('dmesg -w waits for more until Ctrl-C', () => {
  const it = aShell({ persona: 'undervolted' })
  it.type('dmesg -w\r')
  const before = it.all().split('Undervoltage').length
  it.pass(62 * 60 * SECONDS)
  expect(it.all().split('Undervoltage').length).toBeGreaterThan(before)
  it.type('\x03')
  expect(it.prompt()).toMatch(/# $/)
})
