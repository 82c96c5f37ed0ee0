import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { StackedTimeChart } from './StackedTimeChart.tsx'

afterEach(cleanup)

const at = [0, 250, 500, 750, 1_000]

function draw() {
  const onChoose = vi.fn()
  render(
    <StackedTimeChart
      range={{ from: 0, to: 1_000 }}
      at={at}
      series={[]}
      detail={[]}
      detailLabel="Detail"
      marks={[]}
      gap={1_000}
      label="Devices"
      pickLabel="Choose a time"
      describe={String}
      formatTick={String}
      formatValue={String}
      unit="devices"
      onChoose={onChoose}
    />,
  )
  const slider = screen.getByRole('slider')
  vi.spyOn(slider, 'getBoundingClientRect').mockReturnValue({ left: 100, width: 200 } as DOMRect)
  return { slider, onChoose }
}

test('a tap, whose pointer has left when its click comes, opens the time that it met', () => {
  const { slider, onChoose } = draw()
  fireEvent.pointerDown(slider, { clientX: 155 })
  fireEvent.pointerLeave(slider)
  fireEvent.click(slider, { clientX: 155, detail: 1 })
  expect(onChoose.mock.calls).toEqual([[1]])
})

test('a click of assistive technology has no position: it opens the chosen time, or else the newest', () => {
  const { slider, onChoose } = draw()
  fireEvent.click(slider, { detail: 0 })
  fireEvent.keyDown(slider, { key: 'ArrowLeft' })
  fireEvent.click(slider, { detail: 0 })
  expect(onChoose.mock.calls).toEqual([[4], [3]])
})
