import type { components } from '../../openapi/generated/types.d.ts'

/** The data API's resources as the contract has them; the dashboard's only way to the generated types. */
export type { Model } from '../../openapi/generated/resources.d.ts'

/** Objects of the service calls, as the contract has them. */
export type ConfigVariables = components['schemas']['ConfigVariables']
export type ConfigVariableSchema = components['schemas']['ConfigVariableSchema']
export type Checks = components['schemas']['Checks']
export type Diagnostics = components['schemas']['Diagnostics']
export type BuildStarted = components['schemas']['Started']
export type OsUpdate = components['schemas']['OsUpdate']
export type ActionRun = components['schemas']['Run'] | components['schemas']['OsUpdateRun']
export type SupervisorState = components['schemas']['SupervisorState']
export type TargetStateV2 = components['schemas']['TargetStateV2']
export type TargetStateV3 = components['schemas']['TargetStateV3']
