/** Types of the control API; the dashboard imports them only here. */
export type * from '../../openapi/generated/control.d.ts'
export { faultKinds, faultNumbers, faultSpreads } from '../../openapi/generated/control-values.ts'
