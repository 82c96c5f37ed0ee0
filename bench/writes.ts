import type { Asker } from './asking.ts'
import { cloudBounds } from './budgets.ts'
import type { Figure } from './report.ts'
import { busy, quantile } from './timing.ts'

/** Devices changed per request. */
const AT_ONCE = 10_000
const RUNS = 7

/** Writes with a filter, each to ten thousand devices of a fleet; the last one deletes them. */
export async function measureWrites(asker: Asker, fleet: number): Promise<Figure[]> {
  const { ask, write } = asker
  const figures: Figure[] = []
  const chosen = await ask(
    `device?$select=id&$filter=belongs_to__application eq ${fleet}&$orderby=id asc&$top=${AT_ONCE}`,
  )
  const ids = chosen.d.map(({ id }) => Number(id))
  const last = ids.at(-1) ?? 0
  const devices = `device?$filter=belongs_to__application eq ${fleet} and id le ${last}`
  const theirs = `device/any(d:d/belongs_to__application eq ${fleet} and d/id le ${last})`
  const [release] = (
    await ask(
      `release?$select=id&$top=1&$filter=belongs_to__application eq ${fleet} and status eq 'success'&$orderby=id asc`,
    )
  ).d
  const often = async (what: string, work: (run: number) => Promise<void>) => {
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) times.push(await busy(() => work(run)))
    times.sort((one, other) => one - other)
    const note = `median of ${RUNS}, slowest ${quantile(times, 1).toFixed(0)} ms`
    figures.push({ what, value: quantile(times, 0.5), unit: 'ms', ...cloudBounds.write, note })
  }
  const once = async (what: string, work: () => Promise<void>) => {
    figures.push({ what, value: await busy(work), unit: 'ms', ...cloudBounds.write, note: 'once' })
  }

  await often(`PATCH notes of ${AT_ONCE} devices by filter`, (run) =>
    write('PATCH', devices, { note: `note ${run}` }),
  )
  await often(`PATCH the pin of ${AT_ONCE} devices by filter`, (run) =>
    write('PATCH', devices, { is_pinned_on__release: run % 2 === 0 ? Number(release?.['id']) : null }),
  )
  await often(`PATCH a tag of ${AT_ONCE} devices by filter`, (run) =>
    write('PATCH', `device_tag?$filter=${theirs} and tag_key eq 'site'`, { value: `site ${run}` }),
  )
  const posts: number[] = []
  for (const device of ids) {
    const variable = { device, name: 'BENCH', value: 'first' }
    posts.push(await busy(() => write('POST', 'device_environment_variable', variable)))
  }
  posts.sort((one, other) => one - other)
  figures.push({ what: 'POST a device variable, p95', value: quantile(posts, 0.95), unit: 'ms' })
  const variables = `device_environment_variable?$filter=${theirs} and name eq 'BENCH'`
  await often(`PATCH ${AT_ONCE} device variables by filter`, (run) =>
    write('PATCH', variables, { value: `value ${run}` }),
  )
  await once(`DELETE ${AT_ONCE} device variables by filter`, () => write('DELETE', variables))
  await once(`DELETE a tag of ${AT_ONCE} devices by filter`, () =>
    write('DELETE', `device_tag?$filter=${theirs} and tag_key eq 'site'`),
  )
  await once(`DELETE ${AT_ONCE} devices by filter`, () => write('DELETE', devices))
  return figures
}
