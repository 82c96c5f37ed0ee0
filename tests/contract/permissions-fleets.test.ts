import { test } from 'vitest'
import { developers, expectOnlyAllowed, subject } from './permission-attempts.ts'
import type { Attempt, Subject } from './permission-attempts.ts'
import { cloudOfFile } from './use-cloud.ts'

const refusals = cloudOfFile(subject)

const fleet = ({ fleet: id }: Subject) => `/v7/application(${id})`

test.each<[what: string, attempt: Attempt]>([
  [
    'creating a fleet variable [PERM-052, PERM-079]',
    {
      method: 'POST',
      path: () => '/v7/application_environment_variable',
      body: ({ fleet: application }) => ({ application, name: 'K', value: 'v' }),
      watch: ({ fleet: id }) => `/v7/application_environment_variable?$filter=application eq ${id}`,
      allowed: [...developers, 'sadie'],
    },
  ],
  [
    'deleting a fleet variable [PERM-078]',
    {
      method: 'DELETE',
      path: ({ fleet: id }) => `/v7/application_environment_variable?$filter=application eq ${id}`,
      watch: ({ fleet: id }) => `/v7/application_environment_variable?$filter=application eq ${id}`,
      allowed: developers,
    },
  ],
  [
    'creating a fleet configuration variable [PERM-063]',
    {
      method: 'POST',
      path: () => '/v7/application_config_variable',
      body: ({ fleet: application }) => ({ application, name: 'RESIN_X', value: 'v' }),
      watch: ({ fleet: id }) => `/v7/application_config_variable?$filter=application eq ${id}`,
      allowed: developers,
    },
  ],
  [
    'renaming a fleet [PERM-061, PERM-073, PERM-074]',
    {
      method: 'PATCH',
      path: fleet,
      body: () => ({ app_name: 'cold-chain-2' }),
      watch: (it) => `${fleet(it)}?$select=app_name,slug`,
      allowed: developers,
    },
  ],
  [
    'tagging a fleet [PERM-072]',
    {
      method: 'POST',
      path: () => '/v7/application_tag',
      body: ({ fleet: application }) => ({ application, tag_key: 'k', value: 'v' }),
      watch: ({ fleet: id }) => `/v7/application_tag?$filter=application eq ${id}`,
      allowed: developers,
    },
  ],
  [
    'deleting a fleet [PERM-033, PERM-072, PERM-113]',
    { method: 'DELETE', path: fleet, watch: (it) => `${fleet(it)}?$select=id`, allowed: ['ada'] },
  ],
  [
    'changing the type of a fleet [PERM-062]',
    {
      method: 'PATCH',
      path: ({ single }) => `/v7/application(${single})`,
      body: () => ({ application_type: 2 }),
      watch: ({ single }) => `/v7/application(${single})?$select=application_type`,
      allowed: ['ada'],
    },
  ],
  [
    'creating a fleet [PERM-037, PERM-072, PERM-102]',
    {
      method: 'POST',
      path: () => '/v7/application',
      body: () => ({ app_name: 'gates', organization: 1, is_for__device_type: 2 }),
      watch: () => "/v7/application?$filter=app_name eq 'gates'&$select=id",
      allowed: ['ada'],
    },
  ],
  [
    'noting a release [PERM-065]',
    {
      method: 'PATCH',
      path: ({ release }) => `/v7/release(${release})`,
      body: () => ({ note: 'mine' }),
      watch: ({ release }) => `/v7/release(${release})?$select=note`,
      allowed: [...developers, 'sadie'],
    },
  ],
  [
    'deleting a release [PERM-066, PERM-084, PERM-085]',
    {
      method: 'DELETE',
      path: ({ loose }) => `/v7/release(${loose})`,
      watch: ({ loose }) => `/v7/release(${loose})?$select=id`,
      allowed: developers,
    },
  ],
  [
    'tagging a release [PERM-083]',
    {
      method: 'POST',
      path: () => '/v7/release_tag',
      body: ({ release }) => ({ release, tag_key: 'k', value: 'v' }),
      watch: ({ release }) => `/v7/release_tag?$filter=release eq ${release}`,
      allowed: [...developers, 'sadie'],
    },
  ],
  [
    'giving a fleet to another organization [PERM-112]',
    {
      method: 'PATCH',
      path: fleet,
      body: ({ tidewater }) => ({ organization: tidewater }),
      watch: (it) => `${fleet(it)}?$select=organization,slug`,
      allowed: ['ada'],
    },
  ],
  [
    'changing a tag of a release [PERM-067, PERM-083]',
    {
      method: 'PATCH',
      path: () => "/v7/release_tag?$filter=tag_key eq 'prepared'",
      prepare: ({ release }) => ['release_tag', { release, tag_key: 'prepared', value: 'v' }],
      body: () => ({ value: 'changed' }),
      watch: () => "/v7/release_tag?$select=value&$filter=tag_key eq 'prepared'",
      allowed: [...developers, 'sadie'],
    },
  ],
  [
    'deleting a tag of a release [PERM-067]',
    {
      method: 'DELETE',
      path: () => "/v7/release_tag?$filter=tag_key eq 'prepared'",
      prepare: ({ release }) => ['release_tag', { release, tag_key: 'prepared', value: 'v' }],
      watch: () => "/v7/release_tag?$select=value&$filter=tag_key eq 'prepared'",
      allowed: developers,
    },
  ],
  [
    'changing a tag of a fleet [PERM-072, PERM-073, PERM-074]',
    {
      method: 'PATCH',
      path: () => "/v7/application_tag?$filter=tag_key eq 'prepared'",
      prepare: ({ fleet: id }) => ['application_tag', { application: id, tag_key: 'prepared', value: 'v' }],
      body: () => ({ value: 'changed' }),
      watch: () => "/v7/application_tag?$select=value&$filter=tag_key eq 'prepared'",
      allowed: developers,
    },
  ],
])('%s requires the permission', async (_what, attempt) => {
  await expectOnlyAllowed(attempt, refusals())
})
