import { expect, test } from 'vitest'
import { createTestCloud } from '../../mocks/hosts/node.ts'
import { checkWorldFile } from '../../mocks/worlds/check-world-file.ts'
import { scenarios } from '../../mocks/worlds/registry.ts'
import { readWorldFile } from '../../src/simulation/world-file/world-file.ts'
import { writeWorldFile } from '../../src/simulation/write-world-file.ts'

const written = scenarios.filter(({ worldFile }) => worldFile !== undefined)

async function printOf(options: Parameters<typeof createTestCloud>): Promise<string> {
  const { request, dispose } = createTestCloud(...options)
  const text = await (await request('/__flotilla/fingerprint')).text()
  dispose()
  return text
}

test('[WORLD-009] worlds of the catalogue are written as world files', () => {
  expect(written.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['first-look', 'release-day', 'update-locks', 'ageing-os', 'past-due-60']),
  )
})

test.each(written)(
  '[WORLD-009] the file of $name, saved and reopened, gives the same world',
  async (scenario) => {
    const again = readWorldFile(writeWorldFile(scenario.worldFile ?? {}))
    expect(again).toEqual(JSON.parse(JSON.stringify(scenario.worldFile)))
    const own = await printOf(['first-look', { worldFile: checkWorldFile(again) }])
    expect(own).toBe(await printOf([scenario.name]))
  },
)
