import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { paths } from '../src/lib/paths.ts'
import { expect, test } from './fixtures.ts'

// The dashboard detects the platform by requesting its configuration, which this one lacks; the user's picture is elsewhere.
test.use({ expectedErrors: [/status of 404.*\/config\)|www\.gravatar\.com/] })

const FLEET = 'kiosk-lobby'
const [OLD, NEW] = ['1.0.8', '1.0.9']
const DEVICES = 4
const all = <Value>(value: Value): Value[] => Array.from({ length: DEVICES }, () => value)

/** Starts a script of the project. */
function script(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/run.mjs', ...args], { env: { ...process.env, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, said }))
  return { stop: () => child.kill('SIGINT'), ended }
}

test('living devices are pinned stage by stage, another tab goes on and aborts, and the command completes a rollout', async ({
  page,
  context,
  world,
}, testInfo) => {
  await world.open('first-look')
  const fleet = await world.fleet(FLEET)
  const { apiUrl } = world
  const send = async (method: string, path: string, token: string | null, body?: object) => {
    const response = await fetch(new URL(path, apiUrl), {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect([path, response.ok]).toEqual([path, true])
    return response.text()
  }
  const session = await send('POST', '/login_', null, {
    username: 'ada@flotilla.example',
    password: 'flotilla-demo',
  })
  const key = JSON.parse(
    await send('POST', '/api-key/user/full', session, { name: 'drive', expiryDate: null }),
  ) as string
  const newDevices = async (since: number) => {
    const releases = 'is_running__release($select=raw_version),is_pinned_on__release($select=raw_version)'
    const filter = `belongs_to__application eq ${fleet} and id gt ${since}`
    const path = `/v7/device?$select=id&$expand=${releases}&$filter=${filter}&$orderby=id asc`
    type Releases = readonly { raw_version: string }[]
    const { d } = JSON.parse(await send('GET', path, session)) as {
      d: { id: number; is_running__release: Releases; is_pinned_on__release: Releases }[]
    }
    return {
      ids: d.map(({ id }) => id),
      runs: d.map((device) => device.is_running__release[0]?.raw_version ?? null),
      pins: d.map((device) => device.is_pinned_on__release[0]?.raw_version ?? null),
    }
  }
  const last = (await newDevices(0)).ids.at(-1) ?? 0
  const driven = () => newDevices(last)

  // Their time is faster than that of the platform: an update takes seconds.
  const driving = script([
    'scripts/drive.ts',
    ...['--api', apiUrl, '--key', key, '--fleet', String(fleet), '--devices', String(DEVICES)],
    ...['--ramp', '50/s', '--speed', '60', '--poll', '20', '--no-logs'],
  ])
  try {
    await world.visit(paths.fleetRollouts(fleet))
    await expect.poll(async () => (await driven()).runs, { timeout: 15_000 }).toEqual(all(NEW))
    for (const device of (await driven()).ids)
      await send('POST', '/v7/device_tag', session, { device, tag_key: 'lane', value: 'driven' })

    await test.step('by page: the first stage only is pinned, and runs the release', async () => {
      await page.getByRole('button', { name: 'Plan a rollout' }).click()
      await page.getByRole('radio', { name: new RegExp(`^${OLD}`) }).click()
      await page.getByLabel('Filter', { exact: true }).fill('tag.lane = driven')
      await expect(page.getByText(`${DEVICES} devices match now.`)).toBeVisible()
      await page.getByRole('button', { name: 'Start rollout' }).click()
      await expect(page.getByText(/^This tab runs the rollout/)).toBeVisible()
      await expect
        .poll(async () => (await driven()).runs.filter((release) => release === OLD), { timeout: 15_000 })
        .toEqual([OLD])
      expect((await driven()).pins.filter((pin) => pin !== null)).toEqual([OLD])
    })

    await test.step('another tab goes on, after the first one has left', async () => {
      const other = await context.newPage()
      await other.goto(paths.fleetRollouts(fleet))
      await page.goto('about:blank')
      await world.clock.advance('2 min')
      await other.getByRole('button', { name: 'Run here' }).click()
      await expect(other.getByText(/^This tab runs the rollout/)).toBeVisible()
      await other.getByRole('button', { name: 'Abort' }).click()
      await other.getByRole('dialog').getByRole('button', { name: 'Abort' }).click()
      await expect(other.getByText('All devices are pinned as before')).toBeVisible()
      expect((await driven()).pins).toEqual(all(null))
    })

    await test.step('by command', async () => {
      const plan = testInfo.outputPath('plan.yaml')
      await writeFile(
        plan,
        `fleet: acme_logistics/${FLEET}\nrelease: ${OLD}\ndevices: tag.lane = driven\nhealthyMinutes: 0\nstages: [{ percent: 50 }, { percent: 100 }]\n`,
      )
      const rollout = script(['scripts/rollout.ts', '--api', apiUrl, '--plan', plan], {
        FLOTILLA_TOKEN: session,
      })
      const { code, said } = await rollout.ended
      expect([code, said]).toEqual([0, expect.stringMatching(/50 %[^]*100 %/)])
      expect(await driven()).toMatchObject({ pins: all(OLD), runs: all(OLD) })
    })
  } finally {
    driving.stop()
    await driving.ended
  }
})
