import { expect, test } from 'vitest'
import { model, resourceNames } from '../../openapi/generated/model.ts'
import type { ResourceName } from '../../openapi/generated/model.ts'

/** All names of the fields and relations of a resource. */
function membersOf(resource: ResourceName): Set<string> {
  const { fields, toOne, toMany } = model[resource]
  const relations = [...Object.values(toOne), ...Object.values(toMany)]
  return new Set([...Object.keys(fields), ...relations.flatMap(({ name, synonyms }) => [name, ...synonyms])])
}

test.each<[string, ResourceName, string]>([
  ['[DATA-003]', 'social_service_account', 'display_name provider belongs_to__user'],
  ['[DATA-004]', 'saml_account', 'id remote_id belongs_to__user was_generated_by__identity_provider'],
  ['[DATA-006]', 'api_key', 'id created_at name description expiry_date is_of__actor'],
  ['[DATA-007]', 'oauth_application', 'id client_id redirect_uri name description'],
  ['[DATA-008]', 'identity_provider', 'id sso_identifier entry_point issuer certificate'],
  ['[DATA-009]', 'identity_provider_membership', 'id authorizes__organization grants_access_to__team'],
  [
    '[DATA-012]',
    'application',
    'id slug app_name created_at is_public is_discoverable should_track_latest_release is_stored_at__repository_url is_accessible_by_support_until__date',
  ],
  [
    '[DATA-013]',
    'application_type',
    'id slug name description is_legacy requires_payment supports_multicontainer supports_web_url needs__os_version_range is_of__application',
  ],
  ['[DATA-017]', 'device', 'is_locked_until__date is_accessible_by_support_until__date'],
  [
    '[DATA-018]',
    'device',
    'overall_status overall_progress provisioning_state api_heartbeat_state last_connectivity_event update_status last_update_status_event',
  ],
  ['[DATA-020]', 'device', 'latitude longitude custom_latitude custom_longitude location'],
  [
    '[DATA-021]',
    'device',
    'memory_usage memory_total storage_usage storage_total storage_block_device cpu_usage cpu_temp cpu_id',
  ],
  ['[DATA-022]', 'device', 'belongs_to__application is_of__device_type device_tag device_config_variable'],
  [
    '[DATA-023]',
    'device',
    'is_running__release is_pinned_on__release should_be_running__release should_be_managed_by__release',
  ],
  [
    '[DATA-024]',
    'release',
    'id commit raw_version semver status source created_at start_timestamp update_timestamp end_timestamp',
  ],
  ['[DATA-027]', 'release', 'release_tag is_created_by__user'],
  ['[DATA-030]', 'image', 'is_a_build_of__service'],
  ['[DATA-033]', 'service_environment_variable', 'service'],
  ['[DATA-037]', 'device_type', 'id slug name contract is_private is_of__cpu_architecture logo'],
  [
    '[DATA-039]',
    'team_application_access',
    'id team grants_access_to__application application_membership_role',
  ],
  [
    '[DATA-040]',
    'team',
    'id name created_at belongs_to__organization team_membership team_application_access',
  ],
  [
    '[DATA-047]',
    'organization',
    'id handle name logo_image created_at has_past_due_invoice_since__date is_frozen is_using__billing_version',
  ],
  [
    '[DATA-048]',
    'organization',
    'organization_membership owns__team application owns__credit_bundle organization_credit_notification',
  ],
  [
    '[DATA-049]',
    'organization_membership',
    'id created_at user organization_membership_role effective_seat_role is_member_of__organization organization_membership_tag',
  ],
  ['[DATA-050]', 'team_membership', 'id user created_at is_member_of__team'],
  ['[DATA-051]', 'user', 'id username organization_membership owns__saml_account'],
  [
    '[DATA-055]',
    'plan',
    'billing_code title monthly_price annual_price can_self_serve is_legacy is_valid_from__date is_valid_until__date plan__has__discount_code',
  ],
  ['[DATA-056]', 'support_tier', 'title includes__SLA includes_private_support'],
  [
    '[DATA-061]',
    'credit_bundle',
    'id created_at original_quantity payment_status total_balance total_cost is_created_by__user is_for__feature belongs_to__organization',
  ],
  [
    '[DATA-062]',
    'organization_credit_notification',
    'id organization owns_credit_notification_for__feature is_sent_when_below__threshold',
  ],
  ['[DATA-063]', 'feature', 'id slug'],
])('%s a row of %s has all required members', (_id, resource, names) => {
  const members = membersOf(resource)
  expect(names.split(' ').filter((name) => !members.has(name))).toEqual([])
})

test('the class of an application is fleet, app or block [DATA-011]', () => {
  expect(model.application.fields.is_of__class?.values?.toSorted()).toEqual(['app', 'block', 'fleet'])
})

test('every to-many relation has a matching to-one relation', () => {
  const astray = Object.values(model).flatMap(({ name, toMany }) =>
    Object.values(toMany)
      .filter(({ resource, by }) => model[resource].toOne[by]?.resource !== name)
      .map((relation) => `${name}.${relation.name}`),
  )
  // A public organization is the public view of an organization, and shares its relations.
  expect(astray.filter((relation) => !relation.startsWith('public_organization.'))).toEqual([])
})

test('the names of relations are unique', () => {
  const doubled = Object.values(model).flatMap(({ name, fields, toOne, toMany }) => {
    const relations = [...Object.values(toOne), ...Object.values(toMany)]
    const names = [...Object.keys(fields), ...relations.flatMap((one) => [one.name, ...one.synonyms])]
    return names.filter((one, at) => names.indexOf(one) !== at).map((one) => `${name}.${one}`)
  })
  expect(doubled).toEqual([])
})

test('a resource is found by its name and by its canonical name', () => {
  expect(resourceNames.device_tag).toBe('device_tag')
  expect(resourceNames.device__has__tag_key).toBe('device_tag')
  expect(resourceNames.user__has__public_key).toBe('user_public_key')
})
