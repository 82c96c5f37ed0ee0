// Made by `npm run contract` from openapi/. Do not edit.

/** A row as the data API gives it: the shape that the published query client infers replies from. */
type Deferred = { __id: number }
type JsonValue = string | number | boolean | null | JsonValue[] | Json
type Json = { [key: string]: JsonValue }
/** ISO 8601 with milliseconds and Z. */
type DateText = string
/** A date as it may be written: ISO text, or milliseconds since the epoch. */
type DateInput = string | number
type StoredFile = {
  href: string
  filename: string
  content_type?: string
  content_disposition?: string
  size?: number
  checksum?: string
}
type Version = {
  raw: string
  version: string
  major: number
  minor: number
  patch: number
  prerelease: (string | number)[]
  build: (string | number)[]
}

/** The identity behind a user, a device or a fleet. */
export interface Actor {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    is_of__user?: Array<User['Read']>
    is_of__application?: Array<Application['Read']>
    is_of__device?: Array<Device['Read']>
    api_key?: Array<ApiKey['Read']>
  }
  Write: Record<string, never>
}

/** A key that acts as its actor; the secret is never readable. */
export interface ApiKey {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    expiry_date: DateText | null
    is_of__actor: Deferred | [Actor['Read']]
    name: string | null
    description: string | null
  }
  Write: {
    expiry_date: DateInput | null
    name: string | null
    description: string | null
  }
}

/** A fleet, app or block. */
export interface Application {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    actor: Deferred | [Actor['Read']]
    should_track_latest_release: boolean
    is_of__class: 'fleet' | 'block' | 'app'
    organization: Deferred | [Organization['Read']]
    app_name: string
    slug: string
    is_for__device_type: Deferred | [DeviceType['Read']]
    should_be_running__release: Deferred | [Release['Read']] | [] | null
    application_type: Deferred | [ApplicationType['Read']]
    is_host: boolean
    is_archived: boolean
    uuid: string
    is_public: boolean
    is_accessible_by_support_until__date: DateText | null
    is_discoverable: boolean
    is_stored_at__repository_url: string | null
    application_environment_variable?: Array<ApplicationEnvironmentVariable['Read']>
    application_config_variable?: Array<ApplicationConfigVariable['Read']>
    service?: Array<Service['Read']>
    application_tag?: Array<ApplicationTag['Read']>
    application_domain_mapping?: Array<ApplicationDomainMapping['Read']>
    build_environment_variable?: Array<BuildEnvironmentVariable['Read']>
    owns__device?: Array<Device['Read']>
    owns__release?: Array<Release['Read']>
    owns__public_device?: Array<PublicDevice['Read']>
    team_application_access?: Array<TeamApplicationAccess['Read']>
    user_application_membership?: Array<UserApplicationMembership['Read']>
    invitee__is_invited_to__application?: Array<ApplicationInvite['Read']>
    is_directly_accessible_by__user?: Array<UserHasDirectAccessToApplication['Read']>
    can_use__application_as_host?: Array<ApplicationCanUseApplicationAsHost['Read']>
  }
  Write: {
    should_track_latest_release: boolean
    is_of__class: 'fleet' | 'block' | 'app'
    organization: number
    app_name: string
    slug: string
    is_for__device_type: number
    should_be_running__release: number | null
    application_type: number
    is_archived: boolean
    uuid: string
    is_public: boolean
    is_accessible_by_support_until__date: DateInput | null
    is_stored_at__repository_url: string | null
  }
}

/** Which host apps a fleet may run on. */
export interface ApplicationCanUseApplicationAsHost {
  Read: {
    created_at: DateText
    modified_at: DateText
    application: Deferred | [Application['Read']]
    can_use__application_as_host: Deferred | [Application['Read']]
  }
  Write: Record<string, never>
}

/** A configuration variable of a fleet: read by the supervisor and the host. */
export interface ApplicationConfigVariable {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    application: Deferred | [Application['Read']]
    name: string
    value: string
  }
  Write: {
    application: number
    name: string
    value: string
  }
}

/** A custom domain of a fleet. */
export interface ApplicationDomainMapping {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    application: Deferred | [Application['Read']]
    domain: string
  }
  Write: {
    application: number
    domain: string
  }
}

/** A variable that every service of a fleet sees. */
export interface ApplicationEnvironmentVariable {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    application: Deferred | [Application['Read']]
    name: string
    value: string
  }
  Write: {
    application: number
    name: string
    value: string
  }
}

/** An invitation to a fleet. POST takes `invitee` as an e-mail or username string, reads give a reference; the invite token is only ever e-mailed. */
export interface ApplicationInvite {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    invitee: Deferred | [Invitee['Read']]
    is_invited_to__application: Deferred | [Application['Read']]
    application_membership_role: Deferred | [ApplicationMembershipRole['Read']]
    message: string | null
    is_created_by__user: Deferred | [User['Read']] | [] | null
  }
  Write: {
    invitee: string
    is_invited_to__application: number
    application_membership_role: number
    message: string | null
  }
}

/** A role on a fleet. Besides the fields below the hosted model exposes ~35 experimental `can_*` booleans and a nullable `belongs_to__organization` (custom roles); treat as optional. */
export interface ApplicationMembershipRole {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    name: string
    description: string
    is_of__team__grants_access_to__application?: Array<TeamApplicationAccess['Read']>
    is_of__invitee__is_invited_to__application?: Array<ApplicationInvite['Read']>
    is_of__user__is_member_of__application?: Array<UserApplicationMembership['Read']>
  }
  Write: Record<string, never>
}

/** A tag on a fleet. */
export interface ApplicationTag {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    application: Deferred | [Application['Read']]
    tag_key: string
    value: string
  }
  Write: {
    application: number
    tag_key: string
    value: string
  }
}

/** What a fleet of this type may do. */
export interface ApplicationType {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
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
    is_of__application?: Array<Application['Read']>
  }
  Write: Record<string, never>
}

/** A variable that only builds of a fleet see. */
export interface BuildEnvironmentVariable {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    application: Deferred | [Application['Read']]
    name: string
    value: string
  }
  Write: {
    application: number
    name: string
    value: string
  }
}

/** A processor architecture. */
export interface CpuArchitecture {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    slug: 'rpi' | 'armv7hf' | 'aarch64' | 'i386-nlp' | 'i386' | 'amd64'
    is_supported_by__device_type?: Array<DeviceType['Read']>
  }
  Write: Record<string, never>
}

/** Credits bought by an organization. POST body is belongs_to__organization, is_for__feature, original_quantity; the reply row tells payment_status. */
export interface CreditBundle {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    payment_status: 'processing' | 'paid' | 'failed' | 'complimentary' | 'cancelled' | 'refunded' | 'manually invoiced'
    is_created_by__user: Deferred | [User['Read']]
    is_for__feature: Deferred | [Feature['Read']]
    belongs_to__organization: Deferred | [Organization['Read']]
    unit_cost: number
    original_quantity: number
    available_balance: number
    total_cost: number
    total_balance: number
    expires_on__date: DateText
    is_associated_with__invoice_id: string | null
    error_message: string | null
  }
  Write: {
    is_for__feature: number
    belongs_to__organization: number
    original_quantity: number
  }
}

/** The difference between two images. Builder side only. */
export interface Delta {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    originates_from__image: Deferred | [Image['Read']] | [] | null
    produces__image: Deferred | [Image['Read']]
    version: number
    status: string
    error_message: string | null
    is_stored_at__location: string | null
    size: string | null
    update_timestamp: DateText
    end_timestamp: DateText | null
  }
  Write: {
    originates_from__image: number | null
    produces__image: number
    version: number
    status: string
    error_message: string | null
    is_stored_at__location: string | null
    size: string | number | null
    update_timestamp: DateInput
    end_timestamp: DateInput | null
  }
}

/** One machine. */
export interface Device {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    actor: Deferred | [Actor['Read']]
    api_heartbeat_state: 'online' | 'offline' | 'timeout' | 'unknown'
    changed_api_heartbeat_state_on__date: DateText | null
    uuid: string
    local_id: string | null
    api_port: number | null
    api_secret: string | null
    device_name: string
    note: string | null
    is_of__device_type: Deferred | [DeviceType['Read']]
    belongs_to__application: Deferred | [Application['Read']] | [] | null
    is_online: boolean
    last_connectivity_event: DateText | null
    is_connected_to_vpn: boolean
    last_vpn_event: DateText | null
    is_locked_until__date: DateText | null
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
    is_running__release: Deferred | [Release['Read']] | [] | null
    download_progress: number | null
    status: string | null
    os_version: string | null
    os_variant: 'prod' | 'dev' | null
    overall_status: 'configuring' | 'post-provisioning' | 'updating' | 'operational' | 'reduced-functionality' | 'disconnected' | 'inactive'
    overall_progress: number | null
    supervisor_version: string | null
    provisioning_progress: number | null
    provisioning_state: string | null
    is_managed_by__service_instance: Deferred | [ServiceInstance['Read']] | [] | null
    is_pinned_on__release: Deferred | [Release['Read']] | [] | null
    should_be_running__release: Deferred | [Release['Read']] | [] | null
    should_be_operated_by__release: Deferred | [Release['Read']] | [] | null
    should_be_managed_by__release: Deferred | [Release['Read']] | [] | null
    update_status: 'rejected' | 'downloading' | 'downloaded' | 'applying changes' | 'aborted' | 'done' | null
    last_update_status_event: DateText | null
    belongs_to__user: Deferred | [User['Read']] | [] | null
    latitude: string | null
    longitude: string | null
    custom_latitude: string | null
    custom_longitude: string | null
    location: string | null
    is_accessible_by_support_until__date: DateText | null
    is_active: boolean
    is_frozen: boolean
    device_environment_variable?: Array<DeviceEnvironmentVariable['Read']>
    device_config_variable?: Array<DeviceConfigVariable['Read']>
    device_tag?: Array<DeviceTag['Read']>
    device_domain_mapping?: Array<DeviceDomainMapping['Read']>
    image_install?: Array<ImageInstall['Read']>
    service_install?: Array<ServiceInstall['Read']>
  }
  Write: {
    uuid: string
    local_id: string | null
    device_name: string
    note: string | null
    is_of__device_type: number
    belongs_to__application: number | null
    is_online: boolean
    last_connectivity_event: DateInput | null
    is_locked_until__date: DateInput | null
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
    supervisor_version: string | null
    provisioning_progress: number | null
    provisioning_state: string | null
    is_managed_by__service_instance: number | null
    is_pinned_on__release: number | null
    should_be_operated_by__release: number | null
    should_be_managed_by__release: number | null
    update_status: 'rejected' | 'downloading' | 'downloaded' | 'applying changes' | 'aborted' | 'done' | null
    last_update_status_event: DateInput | null
    belongs_to__user: number | null
    custom_latitude: string | null
    custom_longitude: string | null
    is_accessible_by_support_until__date: DateInput | null
    is_active: boolean
  }
}

/** A configuration variable of one device. */
export interface DeviceConfigVariable {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    device: Deferred | [Device['Read']]
    name: string
    value: string
  }
  Write: {
    device: number
    name: string
    value: string
  }
}

/** A custom domain of a device. */
export interface DeviceDomainMapping {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    device: Deferred | [Device['Read']]
    fqdn: string
  }
  Write: {
    device: number
    fqdn: string
  }
}

/** A variable that every service on one device sees. */
export interface DeviceEnvironmentVariable {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    device: Deferred | [Device['Read']]
    name: string
    value: string
  }
  Write: {
    device: number
    name: string
    value: string
  }
}

/** A family of device types. */
export interface DeviceFamily {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    slug: string
    name: string
    is_manufactured_by__device_manufacturer: Deferred | [DeviceManufacturer['Read']] | [] | null
    device_type?: Array<DeviceType['Read']>
  }
  Write: Record<string, never>
}

/** What a device was over a period. Append-only; one row per period. */
export interface DeviceHistory {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    end_timestamp: DateText | null
    is_created_by__actor: Deferred | [Actor['Read']] | [] | null
    is_ended_by__actor: Deferred | [Actor['Read']] | [] | null
    tracks__device: Deferred | [Device['Read']] | [] | null
    tracks__actor: Deferred | [Actor['Read']] | [] | null
    uuid: string | null
    belongs_to__application: Deferred | [Application['Read']] | [] | null
    is_active: boolean
    is_running__release: Deferred | [Release['Read']] | [] | null
    is_pinned_on__release: Deferred | [Release['Read']] | [] | null
    is_managed_by__service_instance: Deferred | [ServiceInstance['Read']] | [] | null
    os_version: string | null
    os_variant: 'prod' | 'dev' | null
    supervisor_version: string | null
    is_of__device_type: Deferred | [DeviceType['Read']] | [] | null
    cpu_id: string | null
    should_be_managed_by__release: Deferred | [Release['Read']] | [] | null
  }
  Write: Record<string, never>
}

/** A maker of devices. */
export interface DeviceManufacturer {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    slug: string
    name: string
  }
  Write: Record<string, never>
}

/** A variable of one service on one device. */
export interface DeviceServiceEnvironmentVariable {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    service_install: Deferred | [ServiceInstall['Read']]
    name: string
    value: string
  }
  Write: {
    service_install: number
    name: string
    value: string
  }
}

/** A tag on a device. */
export interface DeviceTag {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    device: Deferred | [Device['Read']]
    tag_key: string
    value: string
  }
  Write: {
    device: number
    tag_key: string
    value: string
  }
}

/** A kind of hardware. */
export interface DeviceType {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    slug: string
    name: string
    is_of__cpu_architecture: Deferred | [CpuArchitecture['Read']]
    logo: string | null
    contract: Json | null
    belongs_to__device_family: Deferred | [DeviceFamily['Read']] | [] | null
    is_private: boolean
    is_default_for__application?: Array<Application['Read']>
    device?: Array<Device['Read']>
    describes__device?: Array<Device['Read']>
    public_device?: Array<PublicDevice['Read']>
    device_type_alias?: Array<DeviceTypeAlias['Read']>
    is_accessible_privately_by__organization?: Array<OrganizationHasPrivateAccessToDeviceType['Read']>
    device_history?: Array<DeviceHistory['Read']>
  }
  Write: Record<string, never>
}

/** A name by which a device type may be referred to. */
export interface DeviceTypeAlias {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    device_type: Deferred | [DeviceType['Read']]
    is_referenced_by__alias: string
  }
  Write: Record<string, never>
}

/** Something plans include or sell. */
export interface Feature {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    title: string
    slug: string
    billing_code: string | null
    is_of__support_feature?: Array<SupportFeature['Read']>
    organization_credit_notification?: Array<OrganizationCreditNotification['Read']>
    plan_feature?: Array<PlanFeature['Read']>
    plan_addon?: Array<PlanAddon['Read']>
  }
  Write: Record<string, never>
}

/** A SAML identity provider. POST also takes `organization_id`. */
export interface IdentityProvider {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    sso_identifier: string
    entry_point: string
    issuer: string
    certificate: string
    requires_signed_authn_response: boolean
    identity_provider_membership?: Array<IdentityProviderMembership['Read']>
  }
  Write: {
    sso_identifier: string
    entry_point: string
    issuer: string
    certificate: string
    requires_signed_authn_response: boolean
    organization_id: number
  }
}

/** That an organization signs in through an identity provider. */
export interface IdentityProviderMembership {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    organization: Deferred | [Organization['Read']]
    is_authorized_by__identity_provider: Deferred | [IdentityProvider['Read']]
    grants_access_to__team: Deferred | [Team['Read']] | [] | null
  }
  Write: {
    organization: number
    is_authorized_by__identity_provider: number
    grants_access_to__team: number | null
  }
}

/** One build of one service. */
export interface Image {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    start_timestamp: DateText
    end_timestamp: DateText | null
    dockerfile: string | null
    is_a_build_of__service: Deferred | [Service['Read']]
    image_size: string | null
    is_stored_at__image_location: string
    project_type: string | null
    error_message: string | null
    build_log: string | null
    push_timestamp: DateText | null
    status: 'running' | 'success' | 'failed' | 'error' | 'cancelled' | 'interrupted'
    content_hash: string | null
    contract: Json | null
    image_install?: Array<ImageInstall['Read']>
    release_image?: Array<ReleaseImage['Read']>
    is__origin__of__delta?: Array<Delta['Read']>
    is_produced_by__delta?: Array<Delta['Read']>
  }
  Write: {
    start_timestamp: DateInput
    end_timestamp: DateInput | null
    dockerfile: string | null
    is_a_build_of__service: number
    image_size: string | number | null
    is_stored_at__image_location: string
    project_type: string | null
    error_message: string | null
    build_log: string | null
    push_timestamp: DateInput | null
    status: 'running' | 'success' | 'failed' | 'error' | 'cancelled' | 'interrupted'
    content_hash: string | null
    contract: Json | null
  }
}

/** A variable fixed in an image of a release. */
export interface ImageEnvironmentVariable {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    release_image: Deferred | [ReleaseImage['Read']]
    name: string
    value: string
  }
  Write: {
    release_image: number
    name: string
    value: string
  }
}

/** An image on a device, and how far it has come. One row per (device, image). Rows of removed images stay with status `deleted`; every client filters `status ne 'deleted'`. */
export interface ImageInstall {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    device: Deferred | [Device['Read']]
    installs__image: Deferred | [Image['Read']]
    install_date: DateText
    download_progress: number | null
    status: 'Stopping' | 'Stopped' | 'Downloading' | 'Downloaded' | 'Installing' | 'Installed' | 'Starting' | 'Running' | 'Idle' | 'Handing over' | 'Awaiting handover' | 'Deleting' | 'deleted' | 'Dead' | 'paused' | 'restarting' | 'removing' | 'exited' | 'configuring' | 'Unknown'
    is_provided_by__release: Deferred | [Release['Read']]
  }
  Write: {
    device: number
    installs__image: number
    install_date: DateInput
    download_progress: number | null
    status: 'Stopping' | 'Stopped' | 'Downloading' | 'Downloaded' | 'Installing' | 'Installed' | 'Starting' | 'Running' | 'Idle' | 'Handing over' | 'Awaiting handover' | 'Deleting' | 'deleted' | 'Dead' | 'paused' | 'restarting' | 'removing' | 'exited' | 'configuring' | 'Unknown'
    is_provided_by__release: number
  }
}

/** A label fixed in an image of a release. */
export interface ImageLabel {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    release_image: Deferred | [ReleaseImage['Read']]
    label_name: string
    value: string
  }
  Write: {
    release_image: number
    label_name: string
    value: string
  }
}

/** An address that was invited somewhere. */
export interface Invitee {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    email: string
    application_invite?: Array<ApplicationInvite['Read']>
    organization_invite?: Array<OrganizationInvite['Read']>
  }
  Write: {
    email: string
  }
}

/** A third-party application that people may authorize. */
export interface OauthApplication {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    name: string
    client_id: string
    redirect_uri: string
    description: string | null
    oauth_application_authorization?: Array<OauthApplicationAuthorization['Read']>
  }
  Write: Record<string, never>
}

/** That a person authorized a third-party application. */
export interface OauthApplicationAuthorization {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    belongs_to__user: Deferred | [User['Read']]
    is_for__oauth_application: Deferred | [OauthApplication['Read']]
  }
  Write: {
    belongs_to__user: number
    is_for__oauth_application: number
  }
}

/** An organization that owns fleets and has members. */
export interface Organization {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    name: string
    handle: string
    company_name: string | null
    billing_account_code: string | null
    has_past_due_invoice_since__date: DateText | null
    is_frozen: boolean
    industry: string | null
    website: string | null
    logo_image: StoredFile | null
    is_using__billing_version: string | null
    is_enforcing_saml_login: boolean
    organization_membership?: Array<OrganizationMembership['Read']>
    identity_provider_membership?: Array<IdentityProviderMembership['Read']>
    organization__has_private_access_to__device_type?: Array<OrganizationHasPrivateAccessToDeviceType['Read']>
    organization_credit_notification?: Array<OrganizationCreditNotification['Read']>
    application?: Array<Application['Read']>
    owns__team?: Array<Team['Read']>
    owns__credit_bundle?: Array<CreditBundle['Read']>
    invitee__is_invited_to__organization?: Array<OrganizationInvite['Read']>
    includes_legacy_link_to__user?: Array<User['Read']>
    subscription?: Array<Subscription['Read']>
  }
  Write: {
    name: string
    handle: string
    company_name: string | null
    industry: string | null
    website: string | null
    logo_image: File | null
    is_enforcing_saml_login: boolean
  }
}

/** A private device type open to an organization. */
export interface OrganizationHasPrivateAccessToDeviceType {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    organization: Deferred | [Organization['Read']]
    has_private_access_to__device_type: Deferred | [DeviceType['Read']]
  }
  Write: Record<string, never>
}

/** When to tell an organization that credits run low. */
export interface OrganizationCreditNotification {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    organization: Deferred | [Organization['Read']]
    owns_credit_notification_for__feature: Deferred | [Feature['Read']]
    is_sent_when_below__threshold: number
  }
  Write: {
    organization: number
    owns_credit_notification_for__feature: number
    is_sent_when_below__threshold: number
  }
}

/** An invitation to an organization. As with invitations to fleets, `invitee` is written as text. */
export interface OrganizationInvite {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    invitee: Deferred | [Invitee['Read']]
    is_invited_to__organization: Deferred | [Organization['Read']]
    organization_membership_role: Deferred | [OrganizationMembershipRole['Read']]
    message: string | null
    is_created_by__user: Deferred | [User['Read']] | [] | null
  }
  Write: {
    invitee: string
    is_invited_to__organization: number
    organization_membership_role: number
    message: string | null
  }
}

/** That a person belongs to an organization, and as what. */
export interface OrganizationMembership {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    user: Deferred | [User['Read']]
    is_member_of__organization: Deferred | [Organization['Read']]
    organization_membership_role: Deferred | [OrganizationMembershipRole['Read']]
    effective_seat_role: string
    organization_membership_tag?: Array<OrganizationMembershipTag['Read']>
  }
  Write: {
    user: number
    is_member_of__organization: number
    organization_membership_role: number
    username: string
  }
}

/** A role in an organization. */
export interface OrganizationMembershipRole {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    name: 'administrator' | 'member'
    is_of__user__is_member_of__organization?: Array<OrganizationMembership['Read']>
    is_of__invitee__is_invited_to__organization?: Array<OrganizationInvite['Read']>
  }
  Write: Record<string, never>
}

/** A tag on a membership of an organization. */
export interface OrganizationMembershipTag {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    organization_membership: Deferred | [OrganizationMembership['Read']]
    tag_key: string
    value: string
  }
  Write: {
    organization_membership: number
    tag_key: string
    value: string
  }
}

/** A plan that can be subscribed to. */
export interface Plan {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    title: string
    billing_code: string | null
    monthly_price: number
    annual_price: number
    can_self_serve: boolean
    is_legacy: boolean
    is_valid_from__date: DateText | null
    is_valid_until__date: DateText | null
    plan__has__discount_code?: Array<PlanHasDiscountCode['Read']>
    plan_feature?: Array<PlanFeature['Read']>
    plan_addon?: Array<PlanAddon['Read']>
    subscription?: Array<Subscription['Read']>
  }
  Write: Record<string, never>
}

/** A code that lowers the price of a plan. */
export interface PlanHasDiscountCode {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    plan: Deferred | [Plan['Read']]
    discount_code: string
  }
  Write: Record<string, never>
}

/** A feature that a plan offers for more money. */
export interface PlanAddon {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    plan: Deferred | [Plan['Read']]
    offers__feature: Deferred | [Feature['Read']]
    base_price: number
    can_self_serve: boolean
    bills_dynamically: boolean
    subscription_addon_discount?: Array<SubscriptionAddonDiscount['Read']>
  }
  Write: Record<string, never>
}

/** A feature that a plan includes. */
export interface PlanFeature {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    plan: Deferred | [Plan['Read']]
    provides__feature: Deferred | [Feature['Read']]
    quantity: number
  }
  Write: Record<string, never>
}

/** An anonymous device of a public fleet. */
export interface PublicDevice {
  Read: {
    is_of__device_type: Deferred | [DeviceType['Read']]
    belongs_to__application: Deferred | [Application['Read']] | [] | null
    latitude: string | null
    longitude: string | null
    was_recently_online: boolean
  }
  Write: Record<string, never>
}

/** The public face of an organization. */
export interface PublicOrganization {
  Read: {
    name: string
    handle: string
    application?: Array<Application['Read']>
    owns__team?: Array<Team['Read']>
    owns__credit_bundle?: Array<CreditBundle['Read']>
    includes_legacy_link_to__user?: Array<User['Read']>
    subscription?: Array<Subscription['Read']>
  }
  Write: Record<string, never>
}

/** Whether a recovery code has been used. The codes themselves are never readable here; only usage. */
export interface RecoveryTwoFactor {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    used_timestamp: DateText | null
    belongs_to__user: Deferred | [User['Read']]
  }
  Write: Record<string, never>
}

/** One version of the services of a fleet. */
export interface Release {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    belongs_to__application: Deferred | [Application['Read']]
    commit: string
    composition: Json
    status: 'running' | 'success' | 'failed' | 'error' | 'cancelled' | 'interrupted'
    source: 'cloud' | 'local'
    build_log: string | null
    is_invalidated: boolean
    start_timestamp: DateText
    end_timestamp: DateText | null
    update_timestamp: DateText
    release_version: string | null
    contract: Json | null
    is_passing_tests: boolean
    is_finalized_at__date: DateText | null
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
    version: Version
    known_issue_list: string | null
    note: string | null
    invalidation_reason: string | null
    is_created_by__user: Deferred | [User['Read']] | [] | null
    release_tag?: Array<ReleaseTag['Read']>
    release_asset?: Array<ReleaseAsset['Read']>
    release_image?: Array<ReleaseImage['Read']>
    should_be_running_on__application?: Array<Application['Read']>
    should_be_running_on__device?: Array<Device['Read']>
    is_running_on__device?: Array<Device['Read']>
    is_pinned_to__device?: Array<Device['Read']>
    should_operate__device?: Array<Device['Read']>
    should_manage__device?: Array<Device['Read']>
    provides__device__installs__image?: Array<ImageInstall['Read']>
  }
  Write: {
    belongs_to__application: number
    commit: string
    composition: Json
    status: 'running' | 'success' | 'failed' | 'error' | 'cancelled' | 'interrupted'
    source: 'cloud' | 'local'
    build_log: string | null
    is_invalidated: boolean
    start_timestamp: DateInput
    end_timestamp: DateInput | null
    update_timestamp: DateInput
    release_version: string | null
    contract: Json | null
    is_passing_tests: boolean
    phase: 'next' | 'current' | 'sunset' | 'end-of-life' | null
    is_final: boolean
    semver: string
    semver_major: number
    semver_minor: number
    semver_patch: number
    semver_prerelease: string
    semver_build: string
    variant: string
    known_issue_list: string | null
    note: string | null
    invalidation_reason: string | null
    is_created_by__user: number | null
  }
}

/** A file attached to a release. */
export interface ReleaseAsset {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    release: Deferred | [Release['Read']]
    asset_key: string
    asset: StoredFile | null
  }
  Write: {
    release: number
    asset_key: string
    asset: File | null
  }
}

/** An image that is part of a release. Join between release and image; expand path is `release_image($expand=image)`. */
export interface ReleaseImage {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    image: Deferred | [Image['Read']]
    is_part_of__release: Deferred | [Release['Read']]
    image_label?: Array<ImageLabel['Read']>
    image_environment_variable?: Array<ImageEnvironmentVariable['Read']>
  }
  Write: {
    image: number
    is_part_of__release: number
  }
}

/** A tag on a release. */
export interface ReleaseTag {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    release: Deferred | [Release['Read']]
    tag_key: string
    value: string
  }
  Write: {
    release: number
    tag_key: string
    value: string
  }
}

/** A single sign-on identity of a person. */
export interface SamlAccount {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    belongs_to__user: Deferred | [User['Read']]
    was_generated_by__identity_provider: Deferred | [IdentityProvider['Read']]
    remote_id: string
    display_name: string | null
  }
  Write: Record<string, never>
}

/** A service that releases of a fleet contain, by name. */
export interface Service {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    application: Deferred | [Application['Read']]
    service_name: string
    service_label?: Array<ServiceLabel['Read']>
    service_environment_variable?: Array<ServiceEnvironmentVariable['Read']>
    service_install?: Array<ServiceInstall['Read']>
    is_built_by__image?: Array<Image['Read']>
  }
  Write: {
    application: number
    service_name: string
  }
}

/** A variable of one service of a fleet. */
export interface ServiceEnvironmentVariable {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    service: Deferred | [Service['Read']]
    name: string
    value: string
  }
  Write: {
    service: number
    name: string
    value: string
  }
}

/** A service that a device has or should have. Created by the server for every (device, service of its target release); the anchor for per-device service variables. */
export interface ServiceInstall {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    device: Deferred | [Device['Read']]
    installs__service: Deferred | [Service['Read']]
    device_service_environment_variable?: Array<DeviceServiceEnvironmentVariable['Read']>
  }
  Write: {
    device: number
    installs__service: number
  }
}

/** An instance of the cloudlink service. */
export interface ServiceInstance {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    ip_address: string
    manages__device?: Array<Device['Read']>
  }
  Write: Record<string, never>
}

/** A label on a service of a fleet. */
export interface ServiceLabel {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    service: Deferred | [Service['Read']]
    label_name: string
    value: string
  }
  Write: {
    service: number
    label_name: string
    value: string
  }
}

/** A social account a person signs in with. */
export interface SocialServiceAccount {
  Read: {
    created_at: DateText
    modified_at: DateText
    belongs_to__user: Deferred | [User['Read']]
    provider: string
    display_name: string | null
  }
  Write: Record<string, never>
}

/** A plan held by an organization. */
export interface Subscription {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    is_for__plan: Deferred | [Plan['Read']]
    is_for__organization: Deferred | [Organization['Read']]
    billing_cycle: string
    starts_on__date: DateText
    ends_on__date: DateText | null
    is_active: boolean
    discount_percentage: number
    origin: string
    subscription_addon_discount?: Array<SubscriptionAddonDiscount['Read']>
    subscription_prepaid_addon?: Array<SubscriptionPrepaidAddon['Read']>
  }
  Write: {
    is_for__plan: number
    is_for__organization: number
    billing_cycle: string
    starts_on__date: DateInput
    ends_on__date: DateInput | null
    discount_percentage: number
    origin: string
  }
}

/** A discount on an add-on of a subscription. */
export interface SubscriptionAddonDiscount {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    subscription: Deferred | [Subscription['Read']]
    discounts__plan_addon: Deferred | [PlanAddon['Read']]
    discount_percentage: number
  }
  Write: Record<string, never>
}

/** An add-on paid in advance. */
export interface SubscriptionPrepaidAddon {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    is_for__subscription: Deferred | [Subscription['Read']]
    is_for__plan_addon: Deferred | [PlanAddon['Read']]
    discount_percentage: number
    quantity: number
    starts_on__date: DateText
    expires_on__date: DateText | null
  }
  Write: Record<string, never>
}

/** The feature that brings a level of support. */
export interface SupportFeature {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    feature: Deferred | [Feature['Read']]
    support_tier: Deferred | [SupportTier['Read']]
  }
  Write: Record<string, never>
}

/** A level of support. */
export interface SupportTier {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    title: string
    slug: string
    includes_private_support: boolean
    includes__SLA: string | null
    is_of__support_feature?: Array<SupportFeature['Read']>
  }
  Write: Record<string, never>
}

/** A group of members that is given access to fleets together. */
export interface Team {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    belongs_to__organization: Deferred | [Organization['Read']]
    name: string
    description: string | null
    team_application_access?: Array<TeamApplicationAccess['Read']>
    team_membership?: Array<TeamMembership['Read']>
  }
  Write: {
    belongs_to__organization: number
    name: string
    description: string | null
  }
}

/** Access of a team to a fleet. */
export interface TeamApplicationAccess {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    team: Deferred | [Team['Read']]
    grants_access_to__application: Deferred | [Application['Read']]
    application_membership_role: Deferred | [ApplicationMembershipRole['Read']]
  }
  Write: {
    team: number
    grants_access_to__application: number
    application_membership_role: number
  }
}

/** That a person belongs to a team. */
export interface TeamMembership {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    user: Deferred | [User['Read']]
    is_member_of__team: Deferred | [Team['Read']]
  }
  Write: {
    user: number
    is_member_of__team: number
    username: string
  }
}

/** A person with an account. Deliberately thin in v7: no e-mail, no profile fields (see user_profile and the whoami calls). */
export interface User {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    actor: Deferred | [Actor['Read']]
    username: string
    has_legacy_link_to__organization: Deferred | [Organization['Read']] | [] | null
    user_public_key?: Array<UserPublicKey['Read']>
    organization_membership?: Array<OrganizationMembership['Read']>
    team_membership?: Array<TeamMembership['Read']>
    user_application_membership?: Array<UserApplicationMembership['Read']>
    creates__invitee__is_invited_to__application?: Array<ApplicationInvite['Read']>
    creates__invitee__is_invited_to__organization?: Array<OrganizationInvite['Read']>
    creates__release?: Array<Release['Read']>
    owns__social_service_account?: Array<SocialServiceAccount['Read']>
    owns__device?: Array<Device['Read']>
    owns__recovery_two_factor?: Array<RecoveryTwoFactor['Read']>
    owns__saml_account?: Array<SamlAccount['Read']>
    has_direct_access_to__application?: Array<UserHasDirectAccessToApplication['Read']>
    user_profile?: Array<UserProfile['Read']>
  }
  Write: {
    has_been_sent_verification_email: boolean
  }
}

/** Who has access to a fleet other than by its being public. Virtual join; its reverse name on application, `is_directly_accessible_by__user`, is the filter `any(dau:1 eq 1)` that every “my fleets” list uses. */
export interface UserHasDirectAccessToApplication {
  Read: {
    user: Deferred | [User['Read']]
    has_direct_access_to__application: Deferred | [Application['Read']]
  }
  Write: Record<string, never>
}

/** Access of one person to a fleet. */
export interface UserApplicationMembership {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    user: Deferred | [User['Read']]
    is_member_of__application: Deferred | [Application['Read']]
    application_membership_role: Deferred | [ApplicationMembershipRole['Read']]
  }
  Write: {
    user: number
    is_member_of__application: number
    application_membership_role: number
    username: string
  }
}

/** What a person has told about themselves. The place of e-mail, newsletter, verification and profile fields. Written through the `/user/*` endpoints, not through the data API. */
export interface UserProfile {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    is_of__user: Deferred | [User['Read']]
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
  Write: Record<string, never>
}

/** An SSH key of a person. */
export interface UserPublicKey {
  Read: {
    id: number
    created_at: DateText
    modified_at: DateText
    user: Deferred | [User['Read']]
    public_key: string
    title: string
  }
  Write: {
    user: number
    public_key: string
    title: string
  }
}

export interface Model {
  actor: Actor
  api_key: ApiKey
  application: Application
  application__can_use__application_as_host: ApplicationCanUseApplicationAsHost
  application_config_variable: ApplicationConfigVariable
  application_domain_mapping: ApplicationDomainMapping
  application_environment_variable: ApplicationEnvironmentVariable
  application_invite: ApplicationInvite
  application_membership_role: ApplicationMembershipRole
  application_tag: ApplicationTag
  application_type: ApplicationType
  build_environment_variable: BuildEnvironmentVariable
  cpu_architecture: CpuArchitecture
  credit_bundle: CreditBundle
  delta: Delta
  device: Device
  device_config_variable: DeviceConfigVariable
  device_domain_mapping: DeviceDomainMapping
  device_environment_variable: DeviceEnvironmentVariable
  device_family: DeviceFamily
  device_history: DeviceHistory
  device_manufacturer: DeviceManufacturer
  device_service_environment_variable: DeviceServiceEnvironmentVariable
  device_tag: DeviceTag
  device_type: DeviceType
  device_type_alias: DeviceTypeAlias
  feature: Feature
  identity_provider: IdentityProvider
  identity_provider_membership: IdentityProviderMembership
  image: Image
  image_environment_variable: ImageEnvironmentVariable
  image_install: ImageInstall
  image_label: ImageLabel
  invitee: Invitee
  oauth_application: OauthApplication
  oauth_application_authorization: OauthApplicationAuthorization
  organization: Organization
  organization__has_private_access_to__device_type: OrganizationHasPrivateAccessToDeviceType
  organization_credit_notification: OrganizationCreditNotification
  organization_invite: OrganizationInvite
  organization_membership: OrganizationMembership
  organization_membership_role: OrganizationMembershipRole
  organization_membership_tag: OrganizationMembershipTag
  plan: Plan
  plan__has__discount_code: PlanHasDiscountCode
  plan_addon: PlanAddon
  plan_feature: PlanFeature
  public_device: PublicDevice
  public_organization: PublicOrganization
  recovery_two_factor: RecoveryTwoFactor
  release: Release
  release_asset: ReleaseAsset
  release_image: ReleaseImage
  release_tag: ReleaseTag
  saml_account: SamlAccount
  service: Service
  service_environment_variable: ServiceEnvironmentVariable
  service_install: ServiceInstall
  service_instance: ServiceInstance
  service_label: ServiceLabel
  social_service_account: SocialServiceAccount
  subscription: Subscription
  subscription_addon_discount: SubscriptionAddonDiscount
  subscription_prepaid_addon: SubscriptionPrepaidAddon
  support_feature: SupportFeature
  support_tier: SupportTier
  team: Team
  team_application_access: TeamApplicationAccess
  team_membership: TeamMembership
  user: User
  user__has_direct_access_to__application: UserHasDirectAccessToApplication
  user_application_membership: UserApplicationMembership
  user_profile: UserProfile
  user_public_key: UserPublicKey
}
