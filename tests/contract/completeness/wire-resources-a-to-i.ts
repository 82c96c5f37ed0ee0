import type { WireResource } from './wire-resource.ts'

/** The resources from `actor` to `invitee`, according to the API reference. */
export const wireResourcesAToI: Readonly<Record<string, WireResource>> = {
  actor: {
    flags: 'id read-only open-backend',
    fields: '',
    toMany: 'is_of__user>user; is_of__application>application; is_of__device>device; api_key',
  },
  api_key: {
    flags: 'id created_at open-backend',
    fields: 'expiry_date date? w; is_of__actor >actor; name str? w; description text? w',
  },
  application: {
    flags: 'id created_at open-backend',
    fields:
      'actor >actor; should_track_latest_release bool w; is_of__class enum w; organization >organization w; app_name text w; slug str w; is_for__device_type >device_type w; should_be_running__release >release? w; application_type >application_type w; is_host bool; is_archived bool w; uuid text w; is_public bool w; is_accessible_by_support_until__date date? w cloud; is_discoverable bool cloud; is_stored_at__repository_url text? w cloud',
    toMany:
      'application_environment_variable = application__has__env_var_name; application_config_variable = application__has__config_var_name; service = application__has__service_name; application_tag = application__has__tag_key; application_domain_mapping = application__has__domain; build_environment_variable = application__has__build_var_name; owns__device>device; owns__release>release; owns__public_device>public_device; team_application_access = team__grants_access_to__application, is_accessible_by__team; user_application_membership = user__is_member_of__application, includes__user; invitee__is_invited_to__application>application_invite = application_invite, invitee; is_directly_accessible_by__user>user__has_direct_access_to__application; can_use__application_as_host>application__can_use__application_as_host',
  },
  application__can_use__application_as_host: {
    flags: 'read-only',
    fields: 'application >application; can_use__application_as_host >application',
  },
  application_config_variable: {
    canonical: 'application__has__config_var_name',
    flags: 'id open-backend',
    fields: 'application >application w; name str w; value text w',
  },
  application_domain_mapping: {
    canonical: 'application__has__domain',
    flags: 'id created_at',
    fields: 'application >application w; domain text w',
  },
  application_environment_variable: {
    canonical: 'application__has__env_var_name',
    flags: 'id created_at open-backend',
    fields: 'application >application w; name str w; value text w',
  },
  application_invite: {
    canonical: 'invitee__is_invited_to__application',
    flags: 'id',
    fields:
      'invitee >invitee w; is_invited_to__application >application w; application_membership_role >application_membership_role w; message text? w; is_created_by__user >user?',
  },
  application_membership_role: {
    flags: 'id created_at read-only',
    fields: 'modified_at date; name str; description str',
    toMany:
      'is_of__team__grants_access_to__application>team_application_access; is_of__invitee__is_invited_to__application>application_invite; is_of__user__is_member_of__application>user_application_membership',
  },
  application_tag: {
    canonical: 'application__has__tag_key',
    flags: 'id open-backend',
    fields: 'application >application w; tag_key str w; value text w',
  },
  application_type: {
    flags: 'id read-only open-backend',
    fields:
      'name str; supports_web_url bool; supports_multicontainer bool; supports_gateway_mode bool; needs__os_version_range str?; requires_payment bool; is_legacy bool; slug str; description text?; maximum_device_count int?',
    toMany: 'is_of__application>application',
  },
  build_environment_variable: {
    canonical: 'application__has__build_var_name',
    flags: 'id created_at',
    fields: 'application >application w; name str w; value text w',
  },
  cpu_architecture: {
    flags: 'id read-only open-backend',
    fields: 'slug str',
    toMany: 'is_supported_by__device_type>device_type = device_type',
  },
  credit_bundle: {
    flags: 'id created_at',
    fields:
      'modified_at date; payment_status enum; is_created_by__user >user; is_for__feature >feature w; belongs_to__organization >organization w; unit_cost int; original_quantity int w; available_balance int; total_cost int; total_balance int; expires_on__date date; is_associated_with__invoice_id str?; error_message text?',
  },
  delta: {
    flags: 'id created_at',
    fields:
      'originates_from__image >image? w; produces__image >image w; version int w; status str w; error_message text? w; is_stored_at__location text? w; size bigint? w; update_timestamp date w; end_timestamp date? w',
  },
  device: {
    flags: 'id created_at open-backend',
    fields:
      'modified_at date; actor >actor; api_heartbeat_state enum; changed_api_heartbeat_state_on__date date?; uuid text w; local_id str? w; device_name str w; note text? w; is_of__device_type >device_type w; belongs_to__application >application? w; is_online bool w; last_connectivity_event date? w; is_connected_to_vpn bool; last_vpn_event date?; is_locked_until__date date? w; public_address str? w; ip_address str? w; mac_address str? w; is_web_accessible bool w; memory_usage int? w; memory_total int? w; storage_block_device str? w; storage_usage int? w; storage_total int? w; cpu_usage int? w; cpu_temp int? w; is_undervolted bool w; cpu_id str? w; is_running__release >release? w; download_progress int? w; status str? w; os_version str? w; os_variant str? w; overall_status str; overall_progress int?; supervisor_version str? w; provisioning_progress int? w; provisioning_state str? w; is_managed_by__service_instance >service_instance? w; is_pinned_on__release >release? w; should_be_running__release >release?; should_be_operated_by__release >release? w; should_be_managed_by__release >release? w; update_status enum? w; last_update_status_event date? w; belongs_to__user >user? w cloud; latitude str? cloud; longitude str? cloud; custom_latitude str? w cloud; custom_longitude str? w cloud; location text? cloud; is_accessible_by_support_until__date date? w cloud; is_active bool w cloud; is_frozen bool cloud',
    toMany:
      'device_environment_variable = device__has__env_var_name; device_config_variable = device__has__config_var_name; device_tag = device__has__tag_key; device_domain_mapping = device__has__fqdn; image_install = device__installs__image, installs__image; service_install = device__installs__application__has__service_name, device__installs__service, installs__application__has__service_name, installs__service',
  },
  device_config_variable: {
    canonical: 'device__has__config_var_name',
    flags: 'id open-backend',
    fields: 'device >device w; name str w; value text w',
  },
  device_domain_mapping: {
    canonical: 'device__has__fqdn',
    flags: 'id created_at',
    fields: 'device >device w; fqdn text w',
  },
  device_environment_variable: {
    canonical: 'device__has__env_var_name',
    flags: 'id created_at open-backend',
    fields: 'device >device w; name str w; value text w',
  },
  device_family: {
    flags: 'id read-only open-backend',
    fields: 'slug str; name str; is_manufactured_by__device_manufacturer >device_manufacturer?',
    toMany: 'device_type',
  },
  device_history: {
    flags: 'id created_at read-only',
    fields:
      'end_timestamp date?; is_created_by__actor >actor?; is_ended_by__actor >actor?; tracks__device >device?; tracks__actor >actor?; uuid text?; belongs_to__application >application?; is_active bool; is_running__release >release?; is_pinned_on__release >release?; is_managed_by__service_instance >service_instance?; os_version str?; os_variant str?; supervisor_version str?; is_of__device_type >device_type?; cpu_id str?; should_be_managed_by__release >release?',
  },
  device_manufacturer: {
    flags: 'id read-only open-backend',
    fields: 'slug str; name str',
  },
  device_service_environment_variable: {
    canonical: 'device__installs__application__has__service_name__has__name',
    flags: 'id created_at open-backend',
    fields: 'service_install >service_install w; name str w; value text w',
  },
  device_tag: {
    canonical: 'device__has__tag_key',
    flags: 'id open-backend',
    fields: 'device >device w; tag_key str w; value text w',
  },
  device_type: {
    flags: 'id read-only open-backend',
    fields:
      'slug str; name str; is_of__cpu_architecture >cpu_architecture; logo text?; contract json?; belongs_to__device_family >device_family?; is_private bool cloud',
    toMany:
      'is_default_for__application>application; device>device; describes__device>device; public_device = describes__public_device; device_type_alias = device_type__is_referenced_by__alias, is_referenced_by__alias; is_accessible_privately_by__organization>organization__has_private_access_to__device_type; device_history',
  },
  device_type_alias: {
    canonical: 'device_type__is_referenced_by__alias',
    flags: 'id read-only open-backend',
    fields: 'device_type >device_type; is_referenced_by__alias str',
  },
  feature: {
    flags: 'id read-only',
    fields: 'title str; slug str; billing_code str?',
    toMany:
      'is_of__support_feature>support_feature; organization_credit_notification = organization__owns_credit_notification_for__feature; plan_feature = plan__provides__feature; plan_addon = plan__offers__feature, is_offered_by__plan',
  },
  identity_provider: {
    flags: 'id',
    fields:
      'sso_identifier str w; entry_point text w; issuer text w; certificate text w; requires_signed_authn_response bool w',
    toMany:
      'identity_provider_membership = organization__is_authorized_by__identity_provider, authorizes__organization',
  },
  identity_provider_membership: {
    canonical: 'organization__is_authorized_by__identity_provider',
    flags: 'id',
    fields:
      'organization >organization w; is_authorized_by__identity_provider >identity_provider w; grants_access_to__team >team? w',
  },
  image: {
    flags: 'id created_at open-backend',
    fields:
      'start_timestamp date w; end_timestamp date? w; dockerfile text? w; is_a_build_of__service >service w; image_size bigint? w; is_stored_at__image_location str w; project_type str? w; error_message text? w; build_log text? w; push_timestamp date? w; status str w; content_hash str? w; contract json? w',
    toMany:
      'image_install = device__installs__image; release_image = is_part_of__release, image__is_part_of__release; is__origin__of__delta>delta; is_produced_by__delta>delta',
  },
  image_environment_variable: {
    canonical: 'image__is_part_of__release__has__name',
    flags: 'id created_at open-backend',
    fields: 'release_image >release_image w; name str w; value text w',
  },
  image_install: {
    canonical: 'device__installs__image',
    flags: 'id open-backend',
    fields:
      'device >device w; installs__image >image w; install_date date w; download_progress int? w; status str w; is_provided_by__release >release w',
  },
  image_label: {
    canonical: 'image__is_part_of__release__has__label_name',
    flags: 'id created_at open-backend',
    fields: 'release_image >release_image w; label_name str w; value text w',
  },
  invitee: {
    flags: 'id',
    fields: 'email text w',
    toMany:
      'application_invite = is_invited_to__application, invitee__is_invited_to__application; organization_invite = is_invited_to__organization, invitee__is_invited_to__organization',
  },
}
