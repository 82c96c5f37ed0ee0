import { expect, test } from 'vitest'
import { scenarios } from '../../mocks/worlds/registry.ts'
import { statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

/** The first queries of the dashboard, for lists and the pages they link to. */
const FIRST_QUERIES = [
  "/v7/application?$select=id,app_name,slug&$expand=organization($select=id,name),is_for__device_type($select=slug,name),should_be_running__release($select=id,raw_version),application_tag,owns__device/$count&$filter=is_directly_accessible_by__user/any(dau:1 eq 1) and is_of__class eq 'fleet' and is_host eq false&$orderby=app_name asc&$top=50",
  '/v7/device?$expand=device_tag,is_running__release($select=id,raw_version),should_be_running__release($select=id,raw_version),image_install($top=3)&$orderby=device_name asc&$top=50',
  "/v7/device/$count?$filter=overall_status eq 'operational'",
  '/v7/release?$expand=release_tag,release_image($expand=image)&$orderby=start_timestamp desc&$top=50',
  '/v7/organization?$expand=organization_membership($expand=user($select=id,username)),owns__team,application/$count',
  '/v7/team?$expand=team_membership,team_application_access',
  '/v7/subscription?$expand=is_for__plan',
  '/v7/credit_bundle',
  '/v7/identity_provider',
  '/billing/v1/account/1/usage',
]

test.each(scenarios)('the first queries of the dashboard succeed in $name', async ({ name, devices }) => {
  const world = openCloud(name, devices > 3000 ? { devices: 3000 } : {})
  for (const path of FIRST_QUERIES) {
    expect([path, (await statusAndBody(await world.request(path, { as: 'ada' })))[0]]).toEqual([path, 200])
  }
})
