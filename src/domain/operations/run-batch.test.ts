import { expect, test } from 'vitest'
import { ApiError } from '@/api/errors.ts'
import { operationTask } from './batch-task.ts'
import type { OperatedDevice, Operation, Performance } from './operation.ts'
import { runBatch } from './run-batch.ts'

const device = (id: number, is_connected_to_vpn = true) =>
  ({ id, uuid: `uuid-${id}`, device_name: `device-${id}`, is_connected_to_vpn }) as OperatedDevice

const operation = (performance: Performance<undefined>): Operation<undefined> => ({
  permission: 'resin.device.update',
  dangerous: false,
  canForce: true,
  single: false,
  docs: '',
  whyNot: ({ is_connected_to_vpn: up }) => (up ? undefined : 'Device must be online'),
  performance,
  commands: { cli: () => [], calls: () => [] },
})

const run = (performance: Performance<undefined>, devices: OperatedDevice[], force = false) => {
  const progress: string[] = []
  const task = operationTask(operation(performance), undefined, { role: 'administrator' })
  return runBatch(task, devices, {
    force,
    signal: new AbortController().signal,
    onProgress: (done, total) => progress.push(`${done}/${total}`),
  }).then((results) => ({
    outcomes: Object.fromEntries(results.map(({ device: { id }, outcome }) => [id, outcome])),
    progress,
  }))
}

test('reports each device separately: done, failed, blocked by an update lock, or skipped', async () => {
  const { outcomes, progress } = await run(
    {
      kind: 'each',
      async perform({ id }) {
        if (id === 2) throw new ApiError('server', 'broken')
        if (id === 3) throw new ApiError('locked', 'Updates are locked')
      },
    },
    [device(1), device(2), device(3), device(4, false)],
  )
  expect(outcomes).toEqual({ 1: 'done', 2: 'failed', 3: 'locked', 4: 'skipped' })
  expect(progress.at(-1)).toBe('3/3')
})

test('changes up to 200 devices in one request; an error applies to all of them', async () => {
  const asked: number[] = []
  const { outcomes, progress } = await run(
    {
      kind: 'together',
      async perform(ids) {
        asked.push(ids.length)
        if (ids.includes(201)) throw new ApiError('forbidden', 'no')
      },
    },
    Array.from({ length: 250 }, (_, index) => device(index + 1)),
  )
  expect(asked).toEqual([200, 50])
  expect([outcomes[200], outcomes[201], outcomes[250]]).toEqual(['done', 'failed', 'failed'])
  expect(progress).toEqual(['0/250', '200/250', '250/250'])
})

test('passes force to each call', async () => {
  const forced: unknown[] = []
  const perform = async (_device: OperatedDevice, _input: undefined, { force }: { force?: boolean }) =>
    void forced.push(force)
  await run({ kind: 'each', perform }, [device(1)])
  await run({ kind: 'each', perform }, [device(1)], true)
  expect(forced).toEqual([false, true])
})

test('runs on fifty devices at a time, until all are done [DEVLIST-022]', async () => {
  let running = 0
  let most = 0
  const { outcomes } = await run(
    {
      kind: 'each',
      async perform() {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => void setImmediate(resolve))
        running -= 1
      },
    },
    Array.from({ length: 120 }, (_, at) => device(at)),
  )
  expect(most).toBe(50)
  expect(Object.values(outcomes).filter((outcome) => outcome === 'done')).toHaveLength(120)
})
