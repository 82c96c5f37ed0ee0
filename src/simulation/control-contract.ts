/** What the control API says and takes, as its contract has it; the dashboard's only way to it. */
export type * from '../../openapi/generated/control.d.ts'
export { faultKinds, faultNumbers, faultSpreads } from '../../openapi/generated/control-values.ts'
