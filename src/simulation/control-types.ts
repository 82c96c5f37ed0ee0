/** What the control API says and takes, as its contract has it; the dashboard's only way to these types. */
export type * from '../../openapi/generated/control.d.ts'
