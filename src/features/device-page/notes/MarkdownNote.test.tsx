import { render, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MarkdownNote } from './MarkdownNote.tsx'

const show = (text: string): HTMLElement => render(<MarkdownNote text={text} />).container

test.each([
  ['quotes', '>'.repeat(3000)],
  ['lists', '- '.repeat(5000)],
  ['open emphasis', '_a'.repeat(16_000)],
])('a note of nested %s is shown as text', (_, text) => {
  expect(show(text).textContent).toBe(text)
})

test('a task list shows what is done and what is to do, visibly and by name', () => {
  const page = show('- [x] swapped\n- [ ] replace\n\n1. [X] also here\n')
  const marks = within(page)
    .getAllByRole('img')
    .map((mark) => [mark.getAttribute('aria-label'), mark.textContent])
  expect(marks).toEqual([
    ['Done', '☑'],
    ['Not done', '☐'],
    ['Done', '☑'],
  ])
  expect(page.textContent).toMatch(/☑\s*swapped/)
  expect(page.querySelector('input')).toBeNull()
})

test.each([
  ['![antenna](https://x.example/a.png)', 'antenna', 'https://x.example/a.png'],
  ['![](https://x.example/a.png "The roof")', 'The roof', 'https://x.example/a.png'],
  ['![](https://x.example/roof.png)', 'Image: https://x.example/roof.png', 'https://x.example/roof.png'],
  ['<img alt="antenna" src="https://x.example/a.png">', 'antenna', 'https://x.example/a.png'],
  ['![antenna][1]\n\n[1]: https://x.example/a.png', 'antenna', 'https://x.example/a.png'],
  ['[![antenna](https://x.example/a.png)](https://y.example/)', 'antenna', 'https://y.example/'],
])('the image %s is a link with its text', (markdown, name, address) => {
  const page = show(markdown)
  const link = within(page).getByRole('link', { name })
  expect(link).toHaveAttribute('href', address)
  expect(link).toHaveAttribute('rel', 'noreferrer noopener nofollow')
  expect(page.querySelector('img')).toBeNull()
  expect(page.querySelectorAll('a')).toHaveLength(1)
})

test('an image never carries a script', () => {
  const page = show('![a](javascript:alert(1))\n\n<img src="javascript:alert(1)" alt="b" onerror="alert(1)">')
  expect(page.textContent).toContain('b')
  expect(page.innerHTML).not.toContain('javascript:')
  expect(page.innerHTML).not.toContain('onerror')
})
