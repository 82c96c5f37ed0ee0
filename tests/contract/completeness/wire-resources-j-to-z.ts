import type { WireResource } from './wire-resource.ts'

/** The resources from `oauth_application` to `user_public_key`, according to the API reference. */
export const wireResourcesJToZ: Readonly<Record<string, WireResource>> = {
  oauth_application: {
    flags: 'id read-only',
    fields: 'name str; client_id str; redirect_uri str; description text?',
    toMany: 'oauth_application_authorization',
  },
  oauth_application_authorization: {
    flags: 'id',
    fields: 'belongs_to__user >user w; is_for__oauth_application >oauth_application w',
  },
  organization: {
    flags: 'id created_at open-backend',
    fields:
      'name str w; handle str w; company_name text? w cloud; billing_account_code str? cloud; has_past_due_invoice_since__date date? cloud; is_frozen bool cloud; industry str? w cloud; website text? w cloud; logo_image file? w cloud; is_using__billing_version text? cloud; is_enforcing_saml_login bool w cloud',
    toMany:
      'organization_membership = user__is_member_of__organization, includes__user; identity_provider_membership = organization__is_authorized_by__identity_provider, is_authorized_by__identity_provider; organization__has_private_access_to__device_type = has_private_access_to__device_type; organization_credit_notification = organization__owns_credit_notification_for__feature, owns_credit_notification_for__feature; application; owns__team>team; owns__credit_bundle>credit_bundle; invitee__is_invited_to__organization>organization_invite = organization_invite, invitee; includes_legacy_link_to__user>user; subscription',
  },
  organization__has_private_access_to__device_type: {
    flags: 'id read-only',
    fields: 'organization >organization; has_private_access_to__device_type >device_type',
  },
  organization_credit_notification: {
    canonical: 'organization__owns_credit_notification_for__feature',
    flags: 'id created_at',
    fields:
      'organization >organization w; owns_credit_notification_for__feature >feature w; is_sent_when_below__threshold int w',
  },
  organization_invite: {
    canonical: 'invitee__is_invited_to__organization',
    flags: 'id',
    fields:
      'invitee >invitee w; is_invited_to__organization >organization w; organization_membership_role >organization_membership_role w; message text? w; is_created_by__user >user?',
  },
  organization_membership: {
    canonical: 'user__is_member_of__organization',
    flags: 'id created_at open-backend',
    fields:
      'user >user w; is_member_of__organization >organization w; organization_membership_role >organization_membership_role w cloud; effective_seat_role str cloud',
    toMany:
      'organization_membership_tag = user__is_member_of__organization__has__tag_key, organization_membership__has__tag_key',
  },
  organization_membership_role: {
    flags: 'id read-only',
    fields: 'name str',
    toMany:
      'is_of__user__is_member_of__organization>organization_membership; is_of__invitee__is_invited_to__organization>organization_invite',
  },
  organization_membership_tag: {
    canonical: 'user__is_member_of__organization__has__tag_key',
    flags: 'id',
    fields: 'organization_membership >organization_membership w; tag_key str w; value text w',
  },
  plan: {
    flags: 'id read-only',
    fields:
      'title str; billing_code str?; monthly_price int; annual_price int; can_self_serve bool; is_legacy bool; is_valid_from__date date?; is_valid_until__date date?',
    toMany:
      'plan__has__discount_code; plan_feature = plan__provides__feature, provides__feature; plan_addon = plan__offers__feature, offers__feature; subscription',
  },
  plan__has__discount_code: {
    flags: 'id read-only',
    fields: 'plan >plan; discount_code str',
  },
  plan_addon: {
    canonical: 'plan__offers__feature',
    flags: 'id read-only',
    fields:
      'plan >plan; offers__feature >feature; base_price int; can_self_serve bool; bills_dynamically bool',
    toMany:
      'subscription_addon_discount = subscription__discounts__plan__offers__feature, subscription__discounts__plan_addon',
  },
  plan_feature: {
    canonical: 'plan__provides__feature',
    flags: 'id read-only',
    fields: 'plan >plan; provides__feature >feature; quantity int',
  },
  public_device: {
    flags: 'read-only',
    fields:
      'is_of__device_type >device_type; belongs_to__application >application?; latitude str?; longitude str?; was_recently_online bool',
  },
  public_organization: {
    flags: 'read-only',
    fields: 'name str; handle str',
    toMany:
      'application; owns__team>team; owns__credit_bundle>credit_bundle; includes_legacy_link_to__user>user; subscription',
  },
  recovery_two_factor: {
    flags: 'id read-only',
    fields: 'used_timestamp date?; belongs_to__user >user',
  },
  release: {
    flags: 'id created_at open-backend',
    fields:
      'belongs_to__application >application w; commit str w; composition json w; status str w; source str w; build_log text? w; is_invalidated bool w; start_timestamp date w; end_timestamp date? w; update_timestamp date w; release_version str? w; contract json? w; is_passing_tests bool w; is_finalized_at__date date?; phase enum? w; is_final bool w; semver str w; semver_major int w; semver_minor int w; semver_patch int w; semver_prerelease str w; semver_build str w; variant str w; revision int?; raw_version str; version json; known_issue_list text? w; note text? w; invalidation_reason text? w; is_created_by__user >user? w cloud',
    toMany:
      'release_tag = release__has__tag_key; release_asset = release__has__asset_key; release_image = image__is_part_of__release, contains__image; should_be_running_on__application>application; should_be_running_on__device>device; is_running_on__device>device; is_pinned_to__device>device; should_operate__device>device; should_manage__device>device; provides__device__installs__image>image_install',
  },
  release_asset: {
    canonical: 'release__has__asset_key',
    flags: 'id open-backend',
    fields: 'release >release w; asset_key str w; asset file? w',
  },
  release_image: {
    canonical: 'image__is_part_of__release',
    flags: 'id created_at open-backend',
    fields: 'image >image w; is_part_of__release >release w',
    toMany:
      'image_label = image__is_part_of__release__has__label_name, release_image__has__label_name; image_environment_variable = image__is_part_of__release__has__name, release_image__has__name',
  },
  release_tag: {
    canonical: 'release__has__tag_key',
    flags: 'id open-backend',
    fields: 'release >release w; tag_key str w; value text w',
  },
  saml_account: {
    flags: 'id read-only',
    fields:
      'belongs_to__user >user; was_generated_by__identity_provider >identity_provider; remote_id str; display_name str?',
  },
  service: {
    canonical: 'application__has__service_name',
    flags: 'id created_at open-backend',
    fields: 'application >application w; service_name str w',
    toMany:
      'service_label = application__has__service_name__has__label_name, service__has__label_name; service_environment_variable = application__has__service_name__has__name, service__has__name; service_install = device__installs__application__has__service_name, device__installs__service; is_built_by__image>image',
  },
  service_environment_variable: {
    canonical: 'application__has__service_name__has__name',
    flags: 'id created_at open-backend',
    fields: 'service >service w; name str w; value text w',
  },
  service_install: {
    canonical: 'device__installs__application__has__service_name',
    flags: 'id created_at open-backend',
    fields: 'device >device w; installs__service >service w',
    toMany:
      'device_service_environment_variable = device__installs__application__has__service_name__has__name, device__installs__service__has__name, device__installs__service_environment_variable, service_install__has__name',
  },
  service_instance: {
    flags: 'id read-only open-backend',
    fields: 'ip_address str',
    toMany: 'manages__device>device',
  },
  service_label: {
    canonical: 'application__has__service_name__has__label_name',
    flags: 'id created_at open-backend',
    fields: 'service >service w; label_name str w; value text w',
  },
  social_service_account: {
    flags: 'read-only',
    fields: 'belongs_to__user >user; provider str; display_name str?',
  },
  subscription: {
    flags: 'id',
    fields:
      'is_for__plan >plan w; is_for__organization >organization w; billing_cycle str w; starts_on__date date w; ends_on__date date? w; is_active bool; discount_percentage real w; origin str w',
    toMany:
      'subscription_addon_discount = subscription__discounts__plan__offers__feature, subscription__discounts__plan_addon, discounts__plan__offers__feature, discounts__plan_addon; subscription_prepaid_addon',
  },
  subscription_addon_discount: {
    canonical: 'subscription__discounts__plan__offers__feature',
    flags: 'id read-only',
    fields: 'subscription >subscription; discounts__plan_addon >plan_addon; discount_percentage real',
  },
  subscription_prepaid_addon: {
    flags: 'id read-only',
    fields:
      'is_for__subscription >subscription; is_for__plan_addon >plan_addon; discount_percentage real; quantity int; starts_on__date date; expires_on__date date?',
  },
  support_feature: {
    flags: 'id read-only',
    fields: 'feature >feature; support_tier >support_tier',
  },
  support_tier: {
    flags: 'id read-only',
    fields: 'title str; slug str; includes_private_support bool; includes__SLA str?',
    toMany: 'is_of__support_feature>support_feature',
  },
  team: {
    flags: 'id created_at',
    fields: 'belongs_to__organization >organization w; name str w; description text? w',
    toMany:
      'team_application_access = team__grants_access_to__application, grants_access_to__application; team_membership = user__is_member_of__team, includes__user',
  },
  team_application_access: {
    canonical: 'team__grants_access_to__application',
    flags: 'id created_at',
    fields:
      'team >team w; grants_access_to__application >application w; application_membership_role >application_membership_role w',
  },
  team_membership: {
    canonical: 'user__is_member_of__team',
    flags: 'id created_at',
    fields: 'user >user w; is_member_of__team >team w',
  },
  user: {
    flags: 'id created_at read-only open-backend',
    fields: 'actor >actor; username str; has_legacy_link_to__organization >organization? cloud',
    toMany:
      'user_public_key = user__has__public_key; organization_membership = user__is_member_of__organization, is_member_of__organization; team_membership = user__is_member_of__team, is_member_of__team; user_application_membership = user__is_member_of__application, is_member_of__application; creates__invitee__is_invited_to__application>application_invite = creates__application_invite; creates__invitee__is_invited_to__organization>organization_invite = creates__organization_invite; creates__release>release; owns__social_service_account>social_service_account; owns__device>device; owns__recovery_two_factor>recovery_two_factor; owns__saml_account>saml_account; has_direct_access_to__application>user__has_direct_access_to__application; user_profile',
  },
  user__has_direct_access_to__application: {
    flags: 'read-only open-backend',
    fields: 'user >user; has_direct_access_to__application >application',
  },
  user_application_membership: {
    canonical: 'user__is_member_of__application',
    flags: 'id',
    fields:
      'user >user w; is_member_of__application >application w; application_membership_role >application_membership_role w',
  },
  user_profile: {
    flags: 'id read-only',
    fields:
      'is_of__user >user; email text?; has_disabled_newsletter bool; is_verified bool; must_be_verified bool; first_name text?; last_name text?; account_type text?; has_password_set bool; company text?',
  },
  user_public_key: {
    canonical: 'user__has__public_key',
    flags: 'id created_at open-backend',
    fields: 'user >user w; public_key text w; title str w',
  },
}
