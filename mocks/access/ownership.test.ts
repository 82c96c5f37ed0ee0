import { expect, test } from 'vitest'
import { model, resourceNames } from '../../openapi/generated/model.ts'
import type { ResourceName } from '../../openapi/generated/model.ts'
import { createSchema } from '../base/schema.ts'
import { ownerRelation, resourceOwnership, writtenThrough } from './ownership.ts'

const schema = createSchema(model, resourceNames)
const all = schema.resources.map(({ name }) => name)

/** The resources from a row to the object on which a new row needs permission. */
function placesOf(resource: ResourceName): ResourceName[] {
  const through = writtenThrough(schema, resource)
  if (through === undefined) return []
  const { owner } = through
  const isPlace = ['application', 'organization', 'team', 'user', 'device'].includes(owner)
  return isPlace ? [owner] : [owner, ...placesOf(owner)]
}

test('a new row needs permission on the object that its relations lead to', () => {
  const places = all.map((name) => [name, placesOf(name).join(' ')] as const).filter(([, to]) => to !== '')
  expect(Object.fromEntries(places)).toEqual({
    application: 'organization',
    application_config_variable: 'application',
    application_domain_mapping: 'application',
    application_environment_variable: 'application',
    application_invite: 'application',
    application_tag: 'application',
    build_environment_variable: 'application',
    credit_bundle: 'organization',
    device: 'application',
    device_config_variable: 'device',
    device_domain_mapping: 'device',
    device_environment_variable: 'device',
    device_service_environment_variable: 'service_install device',
    device_tag: 'device',
    identity_provider_membership: 'organization',
    image: 'service application',
    image_environment_variable: 'release_image release application',
    image_install: 'device',
    image_label: 'release_image release application',
    oauth_application_authorization: 'user',
    organization_credit_notification: 'organization',
    organization_invite: 'organization',
    organization_membership: 'organization',
    organization_membership_tag: 'organization_membership organization',
    release: 'application',
    release_asset: 'release application',
    release_image: 'release application',
    release_tag: 'release application',
    service: 'application',
    service_environment_variable: 'service application',
    service_install: 'device',
    service_label: 'service application',
    subscription: 'organization',
    team: 'organization',
    team_application_access: 'application',
    team_membership: 'team',
    user_application_membership: 'application',
    user_public_key: 'user',
  })
})

/** What readers presume of the owner of a row. */
const owners = {
  'those-with-a-role': 'application',
  'those-who-pay': 'organization',
  'the-user': 'user',
} as const

test('the owner is of the kind that its readers presume', () => {
  for (const name of all) {
    const { readers } = resourceOwnership(name)
    const owner = ownerRelation(schema, name)?.owner
    if (readers in owners) expect([name, owner]).toEqual([name, owners[readers as keyof typeof owners]])
    if (readers === 'those-who-see-the-owner') expect(owner, name).toBeDefined()
  }
})
