import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Attribution } from './Attribution.tsx'

afterEach(cleanup)

test('an attribution is text with web links; hostile HTML is reduced to its text [OPS-027]', () => {
  const { container } = render(
    <Attribution
      html={
        '&copy; <a href="https://maps.example/copyright" onclick="alert(1)">Maps</a> and <a href="javascript:alert(1)">others</a>' +
        '<script>alert(1)</script><img src="x" onerror="alert(1)"><style>* { display: none }</style><b>.</b>'
      }
    />,
  )
  expect(container.textContent).toBe('© Maps and others.')
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://maps.example/copyright'])
  expect(links[0]?.getAttributeNames()).not.toContain('onclick')
  expect([...container.querySelectorAll('*')].map(({ tagName }) => tagName)).toEqual(['A'])
})
