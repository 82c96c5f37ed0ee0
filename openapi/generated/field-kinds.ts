// Made by `npm run contract` from openapi/. Do not edit.
/** Names of relations to one required row, and of fields by kind; `required` if they are never null. */
export const fieldKinds = {
  date:
    'changed_api_heartbeat_state_on__date end_timestamp ends_on__date expiry_date has_past_due_invoice_since__date is_accessible_by_support_until__date is_finalized_at__date is_locked_until__date is_valid_from__date is_valid_until__date last_connectivity_event last_update_status_event last_vpn_event push_timestamp used_timestamp',
  number:
    'api_port cpu_temp cpu_usage download_progress maximum_device_count memory_total memory_usage overall_progress provisioning_progress revision storage_total storage_usage',
  'required boolean':
    'bills_dynamically can_self_serve has_been_sent_verification_email has_disabled_newsletter has_password_set includes_private_support is_active is_archived is_connected_to_vpn is_discoverable is_enforcing_saml_login is_final is_frozen is_host is_invalidated is_legacy is_online is_passing_tests is_private is_public is_undervolted is_verified is_web_accessible must_be_verified requires_payment requires_signed_authn_response should_track_latest_release supports_gateway_mode supports_multicontainer supports_web_url was_recently_online',
  'required date':
    'created_at expires_on__date install_date modified_at start_timestamp starts_on__date update_timestamp',
  'required number':
    'annual_price available_balance base_price discount_percentage id is_sent_when_below__threshold monthly_price organization_id original_quantity quantity semver_major semver_minor semver_patch total_balance total_cost unit_cost',
  'required text':
    'api_heartbeat_state app_name asset_key billing_cycle certificate client_id commit description device_name discount_code domain effective_seat_role email entry_point fqdn handle ip_address is_of__class is_referenced_by__alias is_stored_at__image_location issuer label_name name origin overall_status payment_status provider public_key raw_version redirect_uri remote_id semver semver_build semver_prerelease service_name slug source sso_identifier status tag_key title username uuid value variant',
  row:
    'actor application_membership_role application_type belongs_to__application belongs_to__organization belongs_to__user discounts__plan_addon feature grants_access_to__application has_private_access_to__device_type image installs__image installs__service invitee is_a_build_of__service is_authorized_by__identity_provider is_created_by__user is_for__device_type is_for__feature is_for__oauth_application is_for__organization is_for__plan is_for__plan_addon is_for__subscription is_invited_to__application is_invited_to__organization is_member_of__application is_member_of__organization is_member_of__team is_of__actor is_of__cpu_architecture is_of__device_type is_part_of__release is_provided_by__release offers__feature organization organization_membership_role owns_credit_notification_for__feature plan produces__image provides__feature release support_tier team user was_generated_by__identity_provider',
  text:
    'account_type api_secret billing_account_code billing_code build_log company company_name content_hash cpu_id custom_latitude custom_longitude display_name dockerfile error_message first_name includes__SLA industry invalidation_reason is_associated_with__invoice_id is_stored_at__location is_stored_at__repository_url is_using__billing_version known_issue_list last_name latitude local_id location logo longitude mac_address message needs__os_version_range note os_variant os_version phase project_type provisioning_state public_address release_version storage_block_device supervisor_version update_status website',
} as const

/** For names that are required in most resources: the resources, and the relations to them, where they can be null. */
export const nullableIn = {
  belongs_to__application:
    'describes__device device is_of__device is_pinned_to__device is_running_on__device manages__device owns__device should_be_running_on__device should_manage__device should_operate__device tracks__device device_history describes__public_device owns__public_device public_device',
  belongs_to__user:
    'describes__device device is_of__device is_pinned_to__device is_running_on__device manages__device owns__device should_be_running_on__device should_manage__device should_operate__device tracks__device',
  description:
    'api_key application_type is_for__oauth_application oauth_application grants_access_to__team is_accessible_by__team is_member_of__team owns__team team',
  email:
    'user_profile',
  expires_on__date:
    'subscription_prepaid_addon',
  ip_address:
    'describes__device device is_of__device is_pinned_to__device is_running_on__device manages__device owns__device should_be_running_on__device should_manage__device should_operate__device tracks__device',
  is_created_by__user:
    'application_invite creates__application_invite creates__invitee__is_invited_to__application invitee invitee__is_invited_to__application is_invited_to__application is_of__invitee__is_invited_to__application creates__invitee__is_invited_to__organization creates__organization_invite invitee__is_invited_to__organization is_invited_to__organization is_of__invitee__is_invited_to__organization organization_invite creates__release is_part_of__release is_pinned_on__release is_provided_by__release is_running__release owns__release release should_be_managed_by__release should_be_operated_by__release should_be_running__release',
  is_of__device_type:
    'device_history',
  name:
    'api_key',
  status:
    'describes__device device is_of__device is_pinned_to__device is_running_on__device manages__device owns__device should_be_running_on__device should_manage__device should_operate__device tracks__device',
  uuid:
    'device_history',
} as const
