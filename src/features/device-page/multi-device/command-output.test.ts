import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OUTPUT_LIMIT, OutputReader, typedCommand } from './command-output.ts'

const mark = 'flotilla-1a2b'

/** The output after these pieces. */
function readOutput(...pieces: string[]) {
  const reader = new OutputReader(mark)
  for (const piece of pieces) reader.take(piece)
  return reader.output
}

test('does not mistake the echo of the typed line for output', () => {
  const typed = typedCommand("echo 'it''s'", mark)
  const shellOutput = `root@host:~# ${typed}\n${mark}-begin\r\nits\r\n${mark}-end:0\r\nroot@host:~# `
  expect(typed).not.toContain(mark)
  expect(readOutput(shellOutput)).toEqual({ output: 'its', exitCode: 0, cut: false })
})

test('a running command has its output so far and no exit code', () => {
  expect(readOutput('$ echo …')).toMatchObject({ output: '', exitCode: null })
  expect(readOutput(`${mark}-begin\r\none\r\ntw`)).toMatchObject({ output: 'one\ntw', exitCode: null })
})

test('reads output without trailing line break, with colours, and with a nonzero exit code', () => {
  const shellOutput = `${mark}-begin\r\n\u001b[31mno such file\u001b[0m${mark}-end:127\r\n`
  expect(readOutput(shellOutput)).toEqual({ output: 'no such file', exitCode: 127, cut: false })
})

test('truncates long output', () => {
  const read = readOutput(`${mark}-begin\n${'x'.repeat(OUTPUT_LIMIT + 5)}`)
  expect(read.output).toHaveLength(OUTPUT_LIMIT)
  expect(read.cut).toBe(true)
})

test('the output is the same in whatever pieces it comes', () => {
  const whole = `motd\r\n$ ${typedCommand('x', mark)}${mark}-begin\r\none\r\n\u001b[31mtwo\u001b[0m\r\n50%\r100%\r\n${mark}-end:3\r\n$ `
  const expected = { output: 'one\ntwo\n100%', exitCode: 3, cut: false }
  expect(readOutput(whole)).toEqual(expected)
  fc.assert(
    fc.property(fc.array(fc.nat(whole.length), { maxLength: 30 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
      expect(readOutput(...at.slice(1).map((to, nth) => whole.slice(at[nth], to)))).toEqual(expected)
    }),
  )
})

test('a program that prints without end is read in constant space and time, and its end is still found', () => {
  const reader = new OutputReader(mark)
  reader.take(`${mark}-begin\n`)
  // 100 MB in small pieces: kept and read again each time, they would take hours.
  for (let nth = 0; nth < 100_000; nth += 1) reader.take('x'.repeat(1_000))
  reader.take(`\n${mark}-en`)
  reader.take('d:0\r\n')
  expect(reader.output.output).toHaveLength(OUTPUT_LIMIT)
  expect(reader.output).toMatchObject({ exitCode: 0, cut: true })
})
