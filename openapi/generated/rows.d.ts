// Made by `npm run contract` from openapi/. Do not edit.

/** The rows of each resource as a server stores them: dates in milliseconds, relations as ids. */
export interface Rows {
  actor: {
    id: number
    created_at: number
    modified_at: number
  }
  api_key: {
    id: number
    created_at: number
    modified_at: number
    expiry_date: number | null
    is_of__actor: number
    name: string | null
    description: string | null
  }
  application: {
    id: number
    created_at: number
    modified_at: number
    actor: number
    should_track_latest_release: boolean
    is_of__class: 'fleet' | 'block' | 'app'
    organization: number
    app_name: string
    slug: string
    is_for__device_type: number
    should_be_running__release: number | null
    application_type: number
    is_host: boolean
    is_archived: boolean
    uuid: string
    is_public: boolean
    is_accessible_by_support_until__date: number | null
    is_discoverable: boolean
    is_stored_at__repository_url: string | null
  }
  application__can_use__application_as_host: {
    created_at: number
    modified_at: number
    application: number
    can_use__application_as_host: number
  }
  application_config_variable: {
    id: number
    created_at: number
    modified_at: number
    application: number
    name: string
    value: string
  }
  application_domain_mapping: {
    id: number
    created_at: number
    modified_at: number
    application: number
    domain: string
  }
  application_environment_variable: {
    id: number
    created_at: number
    modified_at: number
    application: number
    name: string
    value: string
  }
  application_invite: {
    id: number
    created_at: number
    modified_at: number
    invitee: number
    is_invited_to__application: number
    application_membership_role: number
    message: string | null
    is_created_by__user: number | null
  }
  application_membership_role: {
    id: number
    created_at: number
    modified_at: number
    name: string
    description: string
  }
  application_tag: {
    id: number
    created_at: number
    modified_at: number
    application: number
    tag_key: string
    value: string
  }
  application_type: {
    id: number
    created_at: number
    modified_at: number
    name: string
    supports_web_url: boolean
    supports_multicontainer: boolean
    supports_gateway_mode: boolean
    needs__os_version_range: string | null
    requires_payment: boolean
    is_legacy: boolean
    slug: string
    description: string | null
    maximum_device_count: number | null
  }
  build_environment_variable: {
    id: number
    created_at: number
    modified_at: number
    application: number
    name: string
    value: string
  }
  cpu_architecture: {
    id: number
    created_at: number
    modified_at: number
    slug: 'rpi' | 'armv7hf' | 'aarch64' | 'i386-nlp' | 'i386' | 'amd64'
  }
  credit_bundle: {
    id: number
    created_at: number
    modified_at: number
    payment_status: 'processing' | 'paid' | 'failed' | 'complimentary' | 'cancelled' | 'refunded' | 'manually invoiced'
    is_created_by__user: number
    is_for__feature: number
    belongs_to__organization: number
    unit_cost: number
    original_quantity: number
    available_balance: number
    total_cost: number
    total_balance: number
    expires_on__date: number
    is_associated_with__invoice_id: string | null
    error_message: string | null
  }
  delta: {
    id: number
    created_at: number
    modified_at: number
    originates_from__image: number | null
    produces__image: number
    version: number
    status: string
    error_message: string | null
    is_stored_at__location: string | null
    size: number | null
    update_timestamp: number
    end_timestamp: number | null
  }
  device: {
    id: number
    created_at: number
    modified_at: number
    actor: number
    api_heartbeat_state: 'online' | 'offline' | 'timeout' | 'unknown'
    changed_api_heartbeat_state_on__date: number | null
    uuid: string
    local_id: string | null
    api_port: number | null
    api_secret: string | null
    device_name: string
    note: string | null
    is_of__device_type: number
    belongs_to__application: number | null
    is_online: boolean
    last_connectivity_event: number | null
    is_connected_to_vpn: boolean
    last_vpn_event: number | null
    is_locked_until__date: number | null
    public_address: string | null
    ip_address: string | null
    mac_address: string | null
    is_web_accessible: boolean
    memory_usage: number | null
    memory_total: number | null
    storage_block_device: string | null
    storage_usage: number | null
    storage_total: number | null
    cpu_usage: number | null
    cpu_temp: number | null
    is_undervolted: boolean
    cpu_id: string | null
    is_running__release: number | null
    download_progress: number | null
    status: string | null
    os_version: string | null
    os_variant: 'prod' | 'dev' | null
    overall_status: 'configuring' | 'post-provisioning' | 'updating' | 'operational' | 'reduced-functionality' | 'disconnected' | 'inactive'
    overall_progress: number | null
    supervisor_version: string | null
    provisioning_progress: number | null
    provisioning_state: string | null
    is_managed_by__service_instance: number | null
    is_pinned_on__release: number | null
    should_be_running__release: number | null
    should_be_operated_by__release: number | null
    should_be_managed_by__release: number | null
    update_status: 'rejected' | 'downloading' | 'downloaded' | 'applying changes' | 'aborted' | 'done' | null
    last_update_status_event: number | null
    belongs_to__user: number | null
    latitude: string | null
    longitude: string | null
    custom_latitude: string | null
    custom_longitude: string | null
    location: string | null
    is_accessible_by_support_until__date: number | null
    is_active: boolean
    is_frozen: boolean
  }
  device_config_variable: {
    id: number
    created_at: number
    modified_at: number
    device: number
    name: string
    value: string
  }
  device_domain_mapping: {
    id: number
    created_at: number
    modified_at: number
    device: number
    fqdn: string
  }
  device_environment_variable: {
    id: number
    created_at: number
    modified_at: number
    device: number
    name: string
    value: string
  }
  device_family: {
    id: number
    created_at: number
    modified_at: number
    slug: string
    name: string
    is_manufactured_by__device_manufacturer: number | null
  }
  device_history: {
    id: number
    created_at: number
    modified_at: number
    end_timestamp: number | null
    is_created_by__actor: number | null
    is_ended_by__actor: number | null
    tracks__device: number | null
    tracks__actor: number | null
    uuid: string | null
    belongs_to__application: number | null
    is_active: boolean
    is_running__release: number | null
    is_pinned_on__release: number | null
    is_managed_by__service_instance: number | null
    os_version: string | null
    os_variant: 'prod' | 'dev' | null
    supervisor_version: string | null
    is_of__device_type: number | null
    cpu_id: string | null
    should_be_managed_by__release: number | null
  }
  device_manufacturer: {
    id: number
    created_at: number
    modified_at: number
    slug: string
    name: string
  }
  device_service_environment_variable: {
    id: number
    created_at: number
    modified_at: number
    service_install: number
    name: string
    value: string
  }
  device_tag: {
    id: number
    created_at: number
    modified_at: number
    device: number
    tag_key: string
    value: string
  }
  device_type: {
    id: number
    created_at: number
    modified_at: number
    slug: string
    name: string
    is_of__cpu_architecture: number
    logo: string | null
    contract: object | null
    belongs_to__device_family: number | null
    is_private: boolean
  }
  device_type_alias: {
    id: number
    created_at: number
    modified_at: number
    device_type: number
    is_referenced_by__alias: string
  }
  feature: {
    id: number
    created_at: number
    modified_at: number
    title: string
    slug: string
    billing_code: string | null
  }
  identity_provider: {
    id: number
    created_at: number
    modified_at: number
    sso_identifier: string
    entry_point: string
    issuer: string
    certificate: string
    requires_signed_authn_response: boolean
  }
  identity_provider_membership: {
    id: number
    created_at: number
    modified_at: number
    organization: number
    is_authorized_by__identity_provider: number
    grants_access_to__team: number | null
  }
  image: {
    id: number
    created_at: number
    modified_at: number
    start_timestamp: number
    end_timestamp: number | null
    dockerfile: string | null
    is_a_build_of__service: number
    image_size: number | null
    is_stored_at__image_location: string
    project_type: string | null
    error_message: string | null
    build_log: string | null
    push_timestamp: number | null
    status: 'running' | 'success' | 'failed' | 'error' | 'cancelled' | 'interrupted'
    content_hash: string | null
    contract: object | null
  }
  image_environment_variable: {
    id: number
    created_at: number
    modified_at: number
    release_image: number
    name: string
    value: string
  }
  image_install: {
    id: number
    created_at: number
    modified_at: number
    device: number
    installs__image: number
    install_date: number
    download_progress: number | null
    status: 'Stopping' | 'Stopped' | 'Downloading' | 'Downloaded' | 'Installing' | 'Installed' | 'Starting' | 'Running' | 'Idle' | 'Handing over' | 'Awaiting handover' | 'Deleting' | 'deleted' | 'Dead' | 'paused' | 'restarting' | 'removing' | 'exited' | 'configuring' | 'Unknown'
    is_provided_by__release: number
  }
  image_label: {
    id: number
    created_at: number
    modified_at: number
    release_image: number
    label_name: string
    value: string
  }
  invitee: {
    id: number
    created_at: number
    modified_at: number
    email: string
  }
  oauth_application: {
    id: number
    created_at: number
    modified_at: number
    name: string
    client_id: string
    redirect_uri: string
    description: string | null
  }
  oauth_application_authorization: {
    id: number
    created_at: number
    modified_at: number
    belongs_to__user: number
    is_for__oauth_application: number
  }
  organization: {
    id: number
    created_at: number
    modified_at: number
    name: string
    handle: string
    company_name: string | null
    billing_account_code: string | null
    has_past_due_invoice_since__date: number | null
    is_frozen: boolean
    industry: string | null
    website: string | null
    logo_image: object | null
    is_using__billing_version: string | null
    is_enforcing_saml_login: boolean
  }
  organization__has_private_access_to__device_type: {
    id: number
    created_at: number
    modified_at: number
    organization: number
    has_private_access_to__device_type: number
  }
  organization_credit_notification: {
    id: number
    created_at: number
    modified_at: number
    organization: number
    owns_credit_notification_for__feature: number
    is_sent_when_below__threshold: number
  }
  organization_invite: {
    id: number
    created_at: number
    modified_at: number
    invitee: number
    is_invited_to__organization: number
    organization_membership_role: number
    message: string | null
    is_created_by__user: number | null
  }
  organization_membership: {
    id: number
    created_at: number
    modified_at: number
    user: number
    is_member_of__organization: number
    organization_membership_role: number
    effective_seat_role: string
  }
  organization_membership_role: {
    id: number
    created_at: number
    modified_at: number
    name: 'administrator' | 'member'
  }
  organization_membership_tag: {
    id: number
    created_at: number
    modified_at: number
    organization_membership: number
    tag_key: string
    value: string
  }
  plan: {
    id: number
    created_at: number
    modified_at: number
    title: string
    billing_code: string | null
    monthly_price: number
    annual_price: number
    can_self_serve: boolean
    is_legacy: boolean
    is_valid_from__date: number | null
    is_valid_until__date: number | null
  }
  plan__has__discount_code: {
    id: number
    created_at: number
    modified_at: number
    plan: number
    discount_code: string
  }
  plan_addon: {
    id: number
    created_at: number
    modified_at: number
    plan: number
    offers__feature: number
    base_price: number
    can_self_serve: boolean
    bills_dynamically: boolean
  }
  plan_feature: {
    id: number
    created_at: number
    modified_at: number
    plan: number
    provides__feature: number
    quantity: number
  }
  public_device: {
    is_of__device_type: number
    belongs_to__application: number | null
    latitude: string | null
    longitude: string | null
    was_recently_online: boolean
  }
  public_organization: {
    name: string
    handle: string
  }
  recovery_two_factor: {
    id: number
    created_at: number
    modified_at: number
    used_timestamp: number | null
    belongs_to__user: number
  }
  release: {
    id: number
    created_at: number
    modified_at: number
    belongs_to__application: number
    commit: string
    composition: object
    status: 'running' | 'success' | 'failed' | 'error' | 'cancelled' | 'interrupted'
    source: 'cloud' | 'local'
    build_log: string | null
    is_invalidated: boolean
    start_timestamp: number
    end_timestamp: number | null
    update_timestamp: number
    release_version: string | null
    contract: object | null
    is_passing_tests: boolean
    is_finalized_at__date: number | null
    phase: 'next' | 'current' | 'sunset' | 'end-of-life' | null
    is_final: boolean
    semver: string
    semver_major: number
    semver_minor: number
    semver_patch: number
    semver_prerelease: string
    semver_build: string
    variant: string
    revision: number | null
    raw_version: string
    version: object
    known_issue_list: string | null
    note: string | null
    invalidation_reason: string | null
    is_created_by__user: number | null
  }
  release_asset: {
    id: number
    created_at: number
    modified_at: number
    release: number
    asset_key: string
    asset: object | null
  }
  release_image: {
    id: number
    created_at: number
    modified_at: number
    image: number
    is_part_of__release: number
  }
  release_tag: {
    id: number
    created_at: number
    modified_at: number
    release: number
    tag_key: string
    value: string
  }
  saml_account: {
    id: number
    created_at: number
    modified_at: number
    belongs_to__user: number
    was_generated_by__identity_provider: number
    remote_id: string
    display_name: string | null
  }
  service: {
    id: number
    created_at: number
    modified_at: number
    application: number
    service_name: string
  }
  service_environment_variable: {
    id: number
    created_at: number
    modified_at: number
    service: number
    name: string
    value: string
  }
  service_install: {
    id: number
    created_at: number
    modified_at: number
    device: number
    installs__service: number
  }
  service_instance: {
    id: number
    created_at: number
    modified_at: number
    ip_address: string
  }
  service_label: {
    id: number
    created_at: number
    modified_at: number
    service: number
    label_name: string
    value: string
  }
  social_service_account: {
    created_at: number
    modified_at: number
    belongs_to__user: number
    provider: string
    display_name: string | null
  }
  subscription: {
    id: number
    created_at: number
    modified_at: number
    is_for__plan: number
    is_for__organization: number
    billing_cycle: string
    starts_on__date: number
    ends_on__date: number | null
    is_active: boolean
    discount_percentage: number
    origin: string
  }
  subscription_addon_discount: {
    id: number
    created_at: number
    modified_at: number
    subscription: number
    discounts__plan_addon: number
    discount_percentage: number
  }
  subscription_prepaid_addon: {
    id: number
    created_at: number
    modified_at: number
    is_for__subscription: number
    is_for__plan_addon: number
    discount_percentage: number
    quantity: number
    starts_on__date: number
    expires_on__date: number | null
  }
  support_feature: {
    id: number
    created_at: number
    modified_at: number
    feature: number
    support_tier: number
  }
  support_tier: {
    id: number
    created_at: number
    modified_at: number
    title: string
    slug: string
    includes_private_support: boolean
    includes__SLA: string | null
  }
  team: {
    id: number
    created_at: number
    modified_at: number
    belongs_to__organization: number
    name: string
    description: string | null
  }
  team_application_access: {
    id: number
    created_at: number
    modified_at: number
    team: number
    grants_access_to__application: number
    application_membership_role: number
  }
  team_membership: {
    id: number
    created_at: number
    modified_at: number
    user: number
    is_member_of__team: number
  }
  user: {
    id: number
    created_at: number
    modified_at: number
    actor: number
    username: string
    has_legacy_link_to__organization: number | null
  }
  user__has_direct_access_to__application: {
    user: number
    has_direct_access_to__application: number
  }
  user_application_membership: {
    id: number
    created_at: number
    modified_at: number
    user: number
    is_member_of__application: number
    application_membership_role: number
  }
  user_profile: {
    id: number
    created_at: number
    modified_at: number
    is_of__user: number
    email: string | null
    has_disabled_newsletter: boolean
    is_verified: boolean
    must_be_verified: boolean
    first_name: string | null
    last_name: string | null
    account_type: string | null
    has_password_set: boolean
    company: string | null
  }
  user_public_key: {
    id: number
    created_at: number
    modified_at: number
    user: number
    public_key: string
    title: string
  }
}

/** The resource that each to-one relation leads to. */
export interface Relations {
  actor: Record<never, never>
  api_key: {
    is_of__actor: 'actor'
  }
  application: {
    actor: 'actor'
    organization: 'organization'
    is_for__device_type: 'device_type'
    should_be_running__release: 'release'
    application_type: 'application_type'
  }
  application__can_use__application_as_host: {
    application: 'application'
    can_use__application_as_host: 'application'
  }
  application_config_variable: {
    application: 'application'
  }
  application_domain_mapping: {
    application: 'application'
  }
  application_environment_variable: {
    application: 'application'
  }
  application_invite: {
    invitee: 'invitee'
    is_invited_to__application: 'application'
    application_membership_role: 'application_membership_role'
    is_created_by__user: 'user'
  }
  application_membership_role: Record<never, never>
  application_tag: {
    application: 'application'
  }
  application_type: Record<never, never>
  build_environment_variable: {
    application: 'application'
  }
  cpu_architecture: Record<never, never>
  credit_bundle: {
    is_created_by__user: 'user'
    is_for__feature: 'feature'
    belongs_to__organization: 'organization'
  }
  delta: {
    originates_from__image: 'image'
    produces__image: 'image'
  }
  device: {
    actor: 'actor'
    is_of__device_type: 'device_type'
    belongs_to__application: 'application'
    is_running__release: 'release'
    is_managed_by__service_instance: 'service_instance'
    is_pinned_on__release: 'release'
    should_be_running__release: 'release'
    should_be_operated_by__release: 'release'
    should_be_managed_by__release: 'release'
    belongs_to__user: 'user'
  }
  device_config_variable: {
    device: 'device'
  }
  device_domain_mapping: {
    device: 'device'
  }
  device_environment_variable: {
    device: 'device'
  }
  device_family: {
    is_manufactured_by__device_manufacturer: 'device_manufacturer'
  }
  device_history: {
    is_created_by__actor: 'actor'
    is_ended_by__actor: 'actor'
    tracks__device: 'device'
    tracks__actor: 'actor'
    belongs_to__application: 'application'
    is_running__release: 'release'
    is_pinned_on__release: 'release'
    is_managed_by__service_instance: 'service_instance'
    is_of__device_type: 'device_type'
    should_be_managed_by__release: 'release'
  }
  device_manufacturer: Record<never, never>
  device_service_environment_variable: {
    service_install: 'service_install'
  }
  device_tag: {
    device: 'device'
  }
  device_type: {
    is_of__cpu_architecture: 'cpu_architecture'
    belongs_to__device_family: 'device_family'
  }
  device_type_alias: {
    device_type: 'device_type'
  }
  feature: Record<never, never>
  identity_provider: Record<never, never>
  identity_provider_membership: {
    organization: 'organization'
    is_authorized_by__identity_provider: 'identity_provider'
    grants_access_to__team: 'team'
  }
  image: {
    is_a_build_of__service: 'service'
  }
  image_environment_variable: {
    release_image: 'release_image'
  }
  image_install: {
    device: 'device'
    installs__image: 'image'
    is_provided_by__release: 'release'
  }
  image_label: {
    release_image: 'release_image'
  }
  invitee: Record<never, never>
  oauth_application: Record<never, never>
  oauth_application_authorization: {
    belongs_to__user: 'user'
    is_for__oauth_application: 'oauth_application'
  }
  organization: Record<never, never>
  organization__has_private_access_to__device_type: {
    organization: 'organization'
    has_private_access_to__device_type: 'device_type'
  }
  organization_credit_notification: {
    organization: 'organization'
    owns_credit_notification_for__feature: 'feature'
  }
  organization_invite: {
    invitee: 'invitee'
    is_invited_to__organization: 'organization'
    organization_membership_role: 'organization_membership_role'
    is_created_by__user: 'user'
  }
  organization_membership: {
    user: 'user'
    is_member_of__organization: 'organization'
    organization_membership_role: 'organization_membership_role'
  }
  organization_membership_role: Record<never, never>
  organization_membership_tag: {
    organization_membership: 'organization_membership'
  }
  plan: Record<never, never>
  plan__has__discount_code: {
    plan: 'plan'
  }
  plan_addon: {
    plan: 'plan'
    offers__feature: 'feature'
  }
  plan_feature: {
    plan: 'plan'
    provides__feature: 'feature'
  }
  public_device: {
    is_of__device_type: 'device_type'
    belongs_to__application: 'application'
  }
  public_organization: Record<never, never>
  recovery_two_factor: {
    belongs_to__user: 'user'
  }
  release: {
    belongs_to__application: 'application'
    is_created_by__user: 'user'
  }
  release_asset: {
    release: 'release'
  }
  release_image: {
    image: 'image'
    is_part_of__release: 'release'
  }
  release_tag: {
    release: 'release'
  }
  saml_account: {
    belongs_to__user: 'user'
    was_generated_by__identity_provider: 'identity_provider'
  }
  service: {
    application: 'application'
  }
  service_environment_variable: {
    service: 'service'
  }
  service_install: {
    device: 'device'
    installs__service: 'service'
  }
  service_instance: Record<never, never>
  service_label: {
    service: 'service'
  }
  social_service_account: {
    belongs_to__user: 'user'
  }
  subscription: {
    is_for__plan: 'plan'
    is_for__organization: 'organization'
  }
  subscription_addon_discount: {
    subscription: 'subscription'
    discounts__plan_addon: 'plan_addon'
  }
  subscription_prepaid_addon: {
    is_for__subscription: 'subscription'
    is_for__plan_addon: 'plan_addon'
  }
  support_feature: {
    feature: 'feature'
    support_tier: 'support_tier'
  }
  support_tier: Record<never, never>
  team: {
    belongs_to__organization: 'organization'
  }
  team_application_access: {
    team: 'team'
    grants_access_to__application: 'application'
    application_membership_role: 'application_membership_role'
  }
  team_membership: {
    user: 'user'
    is_member_of__team: 'team'
  }
  user: {
    actor: 'actor'
    has_legacy_link_to__organization: 'organization'
  }
  user__has_direct_access_to__application: {
    user: 'user'
    has_direct_access_to__application: 'application'
  }
  user_application_membership: {
    user: 'user'
    is_member_of__application: 'application'
    application_membership_role: 'application_membership_role'
  }
  user_profile: {
    is_of__user: 'user'
  }
  user_public_key: {
    user: 'user'
  }
}
