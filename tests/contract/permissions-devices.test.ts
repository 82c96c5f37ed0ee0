import { test } from 'vitest'
import { developers, expectOnlyAllowed, subject } from './permission-attempts.ts'
import type { Attempt, Subject } from './permission-attempts.ts'
import { cloudOfFile } from './use-cloud.ts'

const refusals = cloudOfFile(subject)

const device = ({ device: id }: Subject) => `/v7/device(${id})`

test.each<[what: string, attempt: Attempt]>([
  [
    'renaming a device [PERM-007, PERM-044]',
    {
      method: 'PATCH',
      path: device,
      body: () => ({ device_name: 'mine' }),
      watch: (it) => `${device(it)}?$select=device_name`,
      allowed: [...developers, 'sadie', 'omar', 'sol'],
    },
  ],
  [
    'pinning a device [PERM-044]',
    {
      method: 'PATCH',
      path: device,
      body: ({ release }) => ({ is_pinned_on__release: release }),
      watch: (it) => `${device(it)}?$select=is_pinned_on__release`,
      allowed: [...developers, 'sadie', 'omar', 'sol'],
    },
  ],
  [
    'placing a device by hand [PERM-056]',
    {
      method: 'PATCH',
      path: device,
      body: () => ({ custom_latitude: '1' }),
      watch: (it) => `${device(it)}?$select=custom_latitude`,
      allowed: [...developers, 'sadie', 'omar', 'sol'],
    },
  ],
  [
    'moving a device [PERM-046]',
    {
      method: 'PATCH',
      path: device,
      body: ({ other }) => ({ belongs_to__application: other }),
      watch: (it) => `${device(it)}?$select=belongs_to__application`,
      allowed: [...developers, 'omar'],
    },
  ],
  [
    'deactivating a device [PERM-049]',
    {
      method: 'PATCH',
      path: ({ offline }) => `/v7/device(${offline})`,
      body: () => ({ is_active: false }),
      watch: ({ offline }) => `/v7/device(${offline})?$select=is_active`,
      allowed: [...developers, 'omar'],
    },
  ],
  [
    'deleting a device [PERM-009, PERM-012, PERM-050, PERM-075, PERM-076, PERM-077]',
    {
      method: 'DELETE',
      path: device,
      watch: (it) => `${device(it)}?$select=id`,
      allowed: [...developers, 'omar'],
    },
  ],
  [
    'tagging a device [PERM-051]',
    {
      method: 'POST',
      path: () => '/v7/device_tag',
      body: ({ device: id }) => ({ device: id, tag_key: 'k', value: 'v' }),
      watch: ({ device: id }) => `/v7/device_tag?$filter=device eq ${id} and tag_key eq 'k'`,
      allowed: [...developers, 'sadie', 'omar', 'sol'],
    },
  ],
  [
    'creating a device variable [PERM-057, PERM-081]',
    {
      method: 'POST',
      path: () => '/v7/device_environment_variable',
      body: ({ device: id }) => ({ device: id, name: 'K', value: 'v' }),
      watch: ({ device: id }) => `/v7/device_environment_variable?$filter=device eq ${id}`,
      allowed: [...developers, 'sadie', 'omar', 'sol'],
    },
  ],
  [
    'switching local mode on [PERM-045, PERM-058]',
    {
      method: 'POST',
      path: () => '/v7/device_config_variable',
      body: ({ device: id }) => ({ device: id, name: 'RESIN_SUPERVISOR_LOCAL_MODE', value: '1' }),
      watch: ({ device: id }) => `/v7/device_config_variable?$filter=device eq ${id}`,
      allowed: [...developers, 'sadie', 'omar'],
    },
  ],
  [
    'adding a device [PERM-064]',
    {
      method: 'POST',
      path: () => '/v7/device',
      body: ({ fleet: id, type }) => ({ belongs_to__application: id, is_of__device_type: type }),
      watch: ({ fleet: id }) => `/v7/device?$select=id&$filter=belongs_to__application eq ${id}`,
      allowed: [...developers, 'sadie', 'omar', 'sol'],
    },
  ],
  [
    'changing a device variable [PERM-080, PERM-081]',
    {
      method: 'PATCH',
      path: () => "/v7/device_environment_variable?$filter=name eq 'PREPARED'",
      prepare: ({ device: id }) => [
        'device_environment_variable',
        { device: id, name: 'PREPARED', value: 'v' },
      ],
      body: () => ({ value: 'changed' }),
      watch: () => '/v7/device_environment_variable?$select=value',
      allowed: [...developers, 'sadie', 'omar'],
    },
  ],
  [
    'deleting a configuration of a device [PERM-080, PERM-081]',
    {
      method: 'DELETE',
      path: () => "/v7/device_config_variable?$filter=name eq 'RESIN_HOST_PREPARED'",
      prepare: ({ device: id }) => [
        'device_config_variable',
        { device: id, name: 'RESIN_HOST_PREPARED', value: 'v' },
      ],
      watch: () => '/v7/device_config_variable?$select=value',
      allowed: [...developers, 'sadie', 'omar'],
    },
  ],
])('%s requires the permission', async (_what, attempt) => {
  await expectOnlyAllowed(attempt, refusals())
})
