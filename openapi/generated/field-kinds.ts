// Made by `npm run contract` from openapi/. Do not edit.
/** Names of relations to one required row, and of fields by kind: `required` if never null, `mostly` if nullable in some resource. */
export const fieldKinds = {
  date:
    'changed_api_heartbeat_state_on__date end_timestamp ends_on__date expiry_date has_past_due_invoice_since__date is_accessible_by_support_until__date is_finalized_at__date is_locked_until__date is_valid_from__date is_valid_until__date last_connectivity_event last_update_status_event last_vpn_event push_timestamp used_timestamp',
  'mostly date':
    'expires_on__date',
  'mostly text':
    'description email ip_address name status uuid',
  number:
    'api_port cpu_temp cpu_usage download_progress maximum_device_count memory_total memory_usage overall_progress provisioning_progress revision storage_total storage_usage',
  'required boolean':
    'bills_dynamically can_self_serve has_been_sent_verification_email has_disabled_newsletter has_password_set includes_private_support is_active is_archived is_connected_to_vpn is_discoverable is_enforcing_saml_login is_final is_frozen is_host is_invalidated is_legacy is_online is_passing_tests is_private is_public is_undervolted is_verified is_web_accessible must_be_verified requires_payment requires_signed_authn_response should_track_latest_release supports_gateway_mode supports_multicontainer supports_web_url was_recently_online',
  'required date':
    'created_at install_date modified_at start_timestamp starts_on__date update_timestamp',
  'required number':
    'annual_price available_balance base_price discount_percentage id is_sent_when_below__threshold monthly_price organization_id original_quantity quantity semver_major semver_minor semver_patch total_balance total_cost unit_cost',
  'required text':
    'api_heartbeat_state app_name asset_key billing_cycle certificate client_id commit device_name discount_code domain effective_seat_role entry_point fqdn handle is_of__class is_referenced_by__alias is_stored_at__image_location issuer label_name origin overall_status payment_status provider public_key raw_version redirect_uri remote_id semver semver_build semver_prerelease service_name slug source sso_identifier tag_key title username value variant',
  row:
    'actor application_membership_role application_type belongs_to__application belongs_to__organization belongs_to__user discounts__plan_addon feature grants_access_to__application has_private_access_to__device_type image installs__image installs__service invitee is_a_build_of__service is_authorized_by__identity_provider is_created_by__user is_for__device_type is_for__feature is_for__oauth_application is_for__organization is_for__plan is_for__plan_addon is_for__subscription is_invited_to__application is_invited_to__organization is_member_of__application is_member_of__organization is_member_of__team is_of__actor is_of__cpu_architecture is_of__device_type is_part_of__release is_provided_by__release offers__feature organization organization_membership_role owns_credit_notification_for__feature plan produces__image provides__feature release support_tier team user was_generated_by__identity_provider',
  text:
    'account_type api_secret billing_account_code billing_code build_log company company_name content_hash cpu_id custom_latitude custom_longitude display_name dockerfile error_message first_name includes__SLA industry invalidation_reason is_associated_with__invoice_id is_stored_at__location is_stored_at__repository_url is_using__billing_version known_issue_list last_name latitude local_id location logo longitude mac_address message needs__os_version_range note os_variant os_version phase project_type provisioning_state public_address release_version storage_block_device supervisor_version update_status website',
} as const
