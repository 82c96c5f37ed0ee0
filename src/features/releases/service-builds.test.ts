import { expect, test } from 'vitest'
import { readComposition } from './composition.ts'
import { serviceBuilds } from './service-builds.ts'

const image = (service_name: string, project_type = 'Standard Dockerfile') => ({
  project_type,
  is_a_build_of__service: [{ service_name }],
})

test('lists services by name, including those without an image [REL-002]', () => {
  const composition = readComposition({ services: { web: {}, db: { image: 'postgres' }, app: {} } })
  const rows = serviceBuilds([image('web'), image('app')], composition)
  expect(rows.map(({ service, image: built, preBuilt }) => [service, built !== null, preBuilt])).toEqual([
    ['app', true, false],
    ['db', false, true],
    ['web', true, false],
  ])
})

test('an image without build is pre-built, even if the compose file cannot be parsed', () => {
  const rows = serviceBuilds([image('db', 'External service')], { kind: 'raw', text: '' })
  expect(rows).toMatchObject([{ service: 'db', preBuilt: true }])
})
