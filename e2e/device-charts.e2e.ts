import { expect, expectAccessible, test } from './fixtures.ts'

/** The share of the first chart's pixels that are drawn, from 0 to 1. */
const drawnShare = () => {
  const canvas = document.querySelector('canvas')
  const [frame, picture] = [
    canvas?.closest('[role="img"]')?.getBoundingClientRect(),
    canvas?.getBoundingClientRect(),
  ]
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
  if (!frame || !picture || !pixels || Math.abs(frame.top - picture.top) > 1) return 0
  let count = 0
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) > 0) count++
  return (count * 4) / pixels.length
}

test(
  'metrics over time are read out, zoomed by dragging, and compared [OPS-030, OPS-031, OPS-032]',
  { tag: '@phone' },
  async ({ page, world }) => {
    await world.open('first-look', { as: 'devi' })
    const { uuid } = await world.deviceWhere('silo-sensors', "overall_status eq 'operational'")
    await world.visit(`/devices/${uuid}/history`)
    const chart = page.getByRole('slider', { name: 'CPU: point in time' })
    // The chart is drawn once its library has loaded.
    await expect.poll(() => page.evaluate(drawnShare)).toBeGreaterThan(0.003)
    await expectAccessible(page)
    await chart.focus()
    await page.keyboard.press('Home')
    await expect(page.getByText(/^\d\d:\d\d: \d+ %$/)).toBeVisible()

    const box = await chart.boundingBox()
    if (box === null) throw new Error('The chart has no place')
    await page.mouse.move(box.x + box.width * 0.4, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.8, box.y + 60, { steps: 4 })
    await page.mouse.up()
    await expect(page.getByText(/^Zoomed to \d\d:\d\d – \d\d:\d\d$/)).toBeVisible()
    await page.getByRole('button', { name: 'Reset zoom' }).click()
    await expect(page.getByText(/^Zoomed to/)).toHaveCount(0)

    await page.getByText('Together', { exact: true }).click()
    await expect(page.getByRole('group', { name: 'Lines' }).getByRole('button')).toHaveCount(4)
    await expect(page.locator('canvas')).toHaveCount(1)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, 'colours')
  },
)
