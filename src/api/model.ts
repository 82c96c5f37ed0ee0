import type { components } from '../../openapi/generated/types.d.ts'

/** The resources of the contract; the dashboard imports generated types only here. */
export type { Model } from '../../openapi/generated/resources.d.ts'

/** Objects of service operations in the contract. */
export type ConfigVariables = components['schemas']['ConfigVariables']
export type ConfigVariableSchema = components['schemas']['ConfigVariableSchema']
export type Checks = components['schemas']['Checks']
export type DeviceLogLine = components['schemas']['LogLine']
export type SupervisorState = components['schemas']['SupervisorState']
export type TargetStateV2 = components['schemas']['TargetStateV2']
export type TargetStateV3 = components['schemas']['TargetStateV3']
export type BillingAccount = components['schemas']['Account']
export type BillingAccountChange = components['schemas']['AccountChange']
export type BillingPlan = components['schemas']['Plan']
export type BillingPlanChange = components['schemas']['PlanChange']
export type BillingCharge = components['schemas']['Charge']
export type BillingUsage = components['schemas']['Usage']
export type BillingInfo = components['schemas']['Info']
export type BillingInfoChange = components['schemas']['InfoChange']
export type SetupIntent = components['schemas']['SetupIntent']
export type Invoice = components['schemas']['Invoice']
export type PlatformConfig = components['schemas']['PlatformConfig']
export type ChatIdentity = components['schemas']['ChatIdentity']
/** Where a form posts the signed token for the support portal. */
export type PortalPass = components['schemas']['PortalPass']
export type Profile = components['schemas']['Profile']
export type TicketField = components['schemas']['TicketField']
export type Ticket = components['schemas']['Ticket']
export type RaisedTicket = components['schemas']['SubmittedTicket']
