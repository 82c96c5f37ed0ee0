import { describe, expect, test } from 'vitest'
import { parseLine, SyntaxProblem, wordText } from './parse.ts'

function read(line: string, variables: Record<string, string> = {}) {
  return parseLine(line, (name) => variables[name] ?? '').map(({ when, commands }) => ({
    when,
    commands: commands.map((it) => it.words.map(wordText)),
  }))
}

describe('a line', () => {
  test('is split into words, with quotes and backslashes as in a shell', () => {
    expect(read(`echo "a  b" 'c "d"' e\\ f "g\\"h" ''`)).toEqual([
      { when: 'always', commands: [['echo', 'a  b', 'c "d"', 'e f', 'g"h', '']] },
    ])
  })

  test('is split by pipes, &&, || and ;', () => {
    expect(read('a | b -x && c || d; e')).toEqual([
      { when: 'always', commands: [['a'], ['b', '-x']] },
      { when: 'success', commands: [['c']] },
      { when: 'failure', commands: [['d']] },
      { when: 'always', commands: [['e']] },
    ])
  })

  test('has its variables expanded, except in single quotes', () => {
    const variables = { A: 'one', '?': '127' }
    expect(read(`echo $A "\${A}s" '$A' $? $ x$A`, variables)[0]?.commands).toEqual([
      ['echo', 'one', 'ones', '$A', '127', '$', 'xone'],
    ])
  })

  test('ends at a comment, and has no commands when empty', () => {
    expect(read('ls # all')).toEqual([{ when: 'always', commands: [['ls']] }])
    expect(read('   ')).toEqual([])
  })

  test('has its redirections separated from its words', () => {
    const [pipeline] = parseLine('a > x 2>> y < z 2>&1', () => '')
    const redirects = pipeline?.commands[0]?.redirects.map((it) => [
      it.from,
      it.append,
      it.to && wordText(it.to),
    ])
    expect(redirects).toEqual([
      ['out', false, 'x'],
      ['err', true, 'y'],
      ['in', false, 'z'],
      ['err', false, null],
    ])
  })

  test.each([`echo 'a`, 'echo "a', '| a', 'a |', 'a && ', '&& a', 'a > ', 'a > | b', ';'])(
    '%s is rejected',
    (line) => {
      expect(() => read(line)).toThrow(SyntaxProblem)
    },
  )
})
