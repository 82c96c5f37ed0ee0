import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { factText } from '@/messages/device-page/device.ts'
import { ReleaseLineBadge } from './ReleaseLineBadge.tsx'

const lines = ['next', 'current', 'sunset', 'outdated', 'pinned', 'production', 'development'] as const
const css = readFileSync(join(import.meta.dirname, 'ReleaseLineBadge.module.css'), 'utf8')

const colourOf = (line: string) =>
  new RegExp(`\\[data-line='${line}'\\][^}]*?[{;\\s]color: ([^;]+);`).exec(css)?.[1]

test.each(lines)('the badge of the line %s has its label and description', (line) => {
  render(<ReleaseLineBadge line={line} />)
  const badge = screen.getByText(factText.lines[line])
  expect(badge.getAttribute('data-line')).toBe(line)
  expect(badge.title).toBe(factText.lineTitles[line])
})

test('each line has its own colour [DEV-031]', () => {
  const colours = lines.map(colourOf)
  expect(colours).not.toContain(undefined)
  expect(new Set(colours).size).toBe(lines.length)
})
