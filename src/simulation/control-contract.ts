/** Types and values of the simulation's contract; the dashboard imports them only here. */
export type * from '../../openapi/generated/control.d.ts'
export { faultKinds, faultNumbers, faultSpreads } from '../../openapi/generated/control-values.ts'
export { personas } from '../../openapi/generated/personas.ts'
