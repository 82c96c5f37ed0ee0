import { expect, test } from 'vitest'
import { OUTPUT_LIMIT, readOutput, typedCommand } from './command-output.ts'

const mark = 'flotilla-1a2b'

test('does not mistake the echo of the typed line for output', () => {
  const typed = typedCommand("echo 'it''s'", mark)
  const shellOutput = `root@host:~# ${typed}\n${mark}-begin\r\nits\r\n${mark}-end:0\r\nroot@host:~# `
  expect(typed).not.toContain(mark)
  expect(readOutput(shellOutput, mark)).toEqual({ output: 'its', exitCode: 0, cut: false })
})

test('a running command has its output so far and no exit code', () => {
  expect(readOutput('$ echo …', mark)).toMatchObject({ output: '', exitCode: null })
  expect(readOutput(`${mark}-begin\r\none\r\ntw`, mark)).toMatchObject({ output: 'one\ntw', exitCode: null })
})

test('reads output without trailing line break, with colours, and with a nonzero exit code', () => {
  const shellOutput = `${mark}-begin\r\n\u001b[31mno such file\u001b[0m${mark}-end:127\r\n`
  expect(readOutput(shellOutput, mark)).toEqual({ output: 'no such file', exitCode: 127, cut: false })
})

test('truncates long output', () => {
  const read = readOutput(`${mark}-begin\n${'x'.repeat(OUTPUT_LIMIT + 5)}`, mark)
  expect(read.output).toHaveLength(OUTPUT_LIMIT)
  expect(read.cut).toBe(true)
})
